import type { FieldProblemCode } from '@endcap/contract/core';
import { type Notification, planProblem } from '@endcap/contract/notifications';
import { readInstant } from '@endcap/contract/warsaw-time';
import { Alert, Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { codeMessages } from '../../../frames/code.messages.ts';
import { useFailureWords } from '../../../frames/use-failure-words.ts';
import { ApiProblem, callTagged } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import { defaultStart } from '../../../ui/date-kind.ts';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { notifications } from '../notification.queries.ts';
import { planMessages } from './plan.messages.ts';
import classes from './plan.module.css';
import { planningMessages } from './planning.messages.ts';
import { QuietNotice } from './quiet-notice.tsx';
import { quietMessages } from './quiet.messages.ts';
import { StartField, useStartProblems } from './start-field.tsx';
import { useQuietUntil } from './use-quiet-until.ts';

const problemOf = (value: string): FieldProblemCode | undefined => {
  if (value === '') return 'required';
  const at = readInstant(value);
  return at === null ? 'notDate' : (planProblem(at, new Date()) ?? undefined);
};

/** Changes only the start, against the revision that is shown. */
const useMove = (notification: Notification, onMoved: () => void) => {
  const client = useQueryClient();
  const { queryKey } = notifications.details(useSelectedStore(), notification._id);
  return useMutation({
    mutationFn: (startsAt: string) =>
      callTagged(
        'POST /api/v1/notification-editor/:notificationId/move',
        { params: { notificationId: notification._id }, body: { startsAt } },
        { ifMatch: client.getQueryData(queryKey)?.tag ?? null },
      ),
    onSuccess: (answer) => {
      client.setQueryData(queryKey, answer);
      onMoved();
      return notifications.changed(client);
    },
    onError: () => notifications.changed(client),
  });
};

/** The reason why a move failed, in words. */
const useRefusal = (): ((error: unknown) => string) => {
  const words = useMessages(planMessages);
  const planning = useMessages(planningMessages);
  const problems = useStartProblems();
  const codes = useMessages(codeMessages);
  const quiet = useMessages(quietMessages);
  const wordsOf = useFailureWords();
  return (error) => {
    const failure = error instanceof ApiProblem ? error : null;
    if (failure?.code === 'quiet_hours') return quiet.blockedPlan;
    if (failure?.code === 'quota_used_up') return planning.dayTaken;
    if (failure?.status === 412) return planning.changedMeanwhile;
    if (failure?.status === 409) return planning.begun;
    const [field] = Object.keys(failure?.fields ?? {});
    const code = field && failure?.fields[field]?.[0];
    return code ? ((field === 'startsAt' ? problems[code] : undefined) ?? codes[code]) : wordsOf(error, words.moveFailed);
  };
};

type FreeDayProps = { notification: Notification; refused: string; onMove: (startsAt: string) => void };

/** Offers to move the plan to the first free trading day after a day that is used up (E-6B). */
const FirstFreeDay = ({ notification, refused, onMove }: FreeDayProps) => {
  const { moveTo } = useMessages(planMessages);
  const { noFreeDay } = useMessages(planningMessages);
  const format = useFormat();
  const used = { startsAt: refused, notificationId: notification._id };
  const { data: startsAt, isPending } = useQuery(notifications.firstFreeDay(useSelectedStore(), used));
  if (startsAt === null) return <p>{noFreeDay}</p>;
  if (startsAt === undefined && !isPending) return null;
  return (
    // While it loads, the next trading day reserves the space of the button.
    <Button variant="default" loading={isPending} onClick={() => startsAt && onMove(startsAt)}>
      {moveTo(format.moment(startsAt ?? defaultStart(new Date(refused))))}
    </Button>
  );
};

/** Moves a plan to another time: takes the quota of the new day and releases the former one (PLAN-02). */
export const MoveDialog = ({ notification, onClose }: { notification: Notification; onClose: () => void }) => {
  const words = useMessages(planMessages);
  const common = useMessages(commonMessages);
  const refusalOf = useRefusal();
  const scope = useSelectedStore();
  const { isAdmin } = usePerson();
  const [startsAt, setStartsAt] = useState(notification.createdAt);
  const [isShown, setShown] = useState(false);
  const move = useMove(notification, onClose);
  const problem = problemOf(startsAt);
  const { data: check } = useQuery(notifications.canSend(scope, { startsAt: notification.createdAt, notificationId: notification._id }));
  const inQuiet = useQuietUntil(check?.quietHours, readInstant(startsAt) ?? undefined);
  const quietUntil = inQuiet ?? (move.error instanceof ApiProblem ? move.error.quietUntil : null);
  // Free days are those of the selected store, which is not always the store of the plan.
  const isUsedUp = move.error instanceof ApiProblem && move.error.code === 'quota_used_up';
  const offersDay = isUsedUp && (!isAdmin || scope === notification.storeId);
  const moveTo = (next: string): void => {
    setStartsAt(next);
    move.mutate(next);
  };
  const setStart = (next: string): void => {
    setStartsAt(next);
    setShown(true);
    move.reset();
  };
  return (
    <Dialog opened onClose={() => !move.isPending && onClose()} title={words.moveTitle}>
      <StartField value={startsAt} onChange={setStart} problem={isShown ? problem : undefined} />
      {quietUntil !== null && <QuietNotice hours={check?.quietHours} until={quietUntil} isPlanned onPlan={setStart} />}
      {notification.approval?.state === 'approved' && (
        <Text size="sm" mt="sm">
          {words.approvedForNow}
        </Text>
      )}
      {move.isError && (
        <Alert color="red" variant="light" mt="md" role="alert">
          <div className={classes.quiet}>
            <p>{refusalOf(move.error)}</p>
            {offersDay && <FirstFreeDay notification={notification} refused={move.variables} onMove={moveTo} />}
          </div>
        </Alert>
      )}
      <DialogButtons>
        <Button variant="default" disabled={move.isPending} onClick={onClose}>
          {common.cancel}
        </Button>
        <Button
          loading={move.isPending}
          disabled={problem !== undefined || inQuiet !== null || startsAt === notification.createdAt}
          onClick={() => move.mutate(readInstant(startsAt) ?? startsAt)}
        >
          {words.moveConfirm}
        </Button>
      </DialogButtons>
    </Dialog>
  );
};
