import type { SentAttempt } from '@endcap/contract/notifications';
import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { useLocation, useSearch } from '@tanstack/react-router';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { changedFields } from '../../../form/merge.ts';
import { openDraft, useDraft, useOffer } from '../../../form/draft.ts';
import { withFieldsOf } from '../../../form/join-forms.ts';
import { answerAbove, DraftBanner } from '../../../frames/editor-layout.tsx';
import { isNotFound } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePerson } from '../../../lib/session.ts';
import { LinkAnchor } from '../../../ui/link-anchor.tsx';
import { askMessages } from '../approval/ask.messages.ts';
import { LeftOutNotice } from '../audiences/left-out-notice.tsx';
import { notifications } from '../notification.queries.ts';
import { planningMessages } from '../plan/planning.messages.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import { attempts, type Payload, sendsSame, type Slot } from './attempt.ts';
import { restoredForm } from './send-form.ts';
import { sendMessages } from './send.messages.ts';
import { startOfSent } from './start-of-sent.ts';
import type { OpenSendForm } from './open-send-form.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Storage key of the draft to resume when the person comes back from the details of a test. */
    resumesDraft?: string;
  }
}

/** Outcome of an attempt of an earlier visit: none, being queried, sent, not sent, or unknown. */
type SentBefore =
  | { state: 'none' | 'asking' }
  | { state: 'notSent'; payload: Payload }
  | { state: 'unknown'; at: number; payload: Payload }
  | { state: 'sent'; sent: SentAttempt; payload: Payload };

/** Queries after a reload whether an attempt without a response arrived (D-40). */
const useSentBefore = (storeId: string | null): SentBefore & { storeId: string | null; forget: () => void } => {
  const owner = usePerson().id;
  // The slot is fixed for the visit, even if another store is selected later. A real attempt takes precedence over a test.
  const [of] = useState((): Slot => {
    const real = { owner, storeId, isTest: false };
    return attempts.read(real) ? real : { ...real, isTest: true };
  });
  const [attempt, setAttempt] = useState(() => attempts.read(of));
  const { data, error } = useQuery({ ...notifications.attempt(attempt?.key ?? ''), enabled: attempt !== null });
  const forget = (): void => {
    attempts.drop(of);
    setAttempt(null);
  };
  const rest = { storeId: of.storeId, forget };
  if (attempt === null) return { state: 'none', ...rest };
  if (data) return { state: 'sent', sent: data, payload: attempt.payload, ...rest };
  if (!error) return { state: 'asking', ...rest };
  // The first attempt may still arrive: keep its key for the same content.
  if (isNotFound(error)) return { state: 'notSent', payload: attempt.payload, ...rest };
  return { state: 'unknown', at: attempt.at, payload: attempt.payload, ...rest };
};

type StartOptions = {
  storeId: string | null;
  form: OpenSendForm;
  /** True once a draft was restored, automatically or by the person. The source notification must not replace it. */
  isRestored: boolean;
};

/** Fills the form from the notification that the address names. */
const useSentAsStart = ({ storeId, form, isRestored }: StartOptions) => {
  const { from, part = 'whole' } = useSearch({ from: '/signed-in/staff-screens/notification/new' });
  const taken = useSelector(form.started);
  const wanted = from !== undefined && taken?.from !== from && !isRestored;
  const { data, isError } = useQuery({ ...notifications.details(storeId, from ?? ''), enabled: wanted, refetchInterval: false });
  const take = useEffectEvent((sent: NonNullable<typeof data>['value']): void => {
    if (from === undefined) return;
    const { form: base } = form.base.get();
    const typed = form.values.get();
    const start = startOfSent(sent, base, part);
    // Keep input typed while the notification was loading.
    form.fillIn(withFieldsOf(start.form, typed, changedFields(base, typed)), from);
    form.started.set({ from, start });
  });
  useLayoutEffect(() => {
    if (wanted && data) take(data.value);
  }, [wanted, data]);
  return {
    /** True if the notification could not be loaded. */
    hasFailed: wanted && isError,
    /** The parts that were left out; null when none were. */
    without: taken && taken.start.leftOut.length > 0 ? taken.start : null,
  };
};

type EarlierVisitOptions = { plan: EditedPlan | null; storeId: string | null; form: OpenSendForm };

/** The possible starts of the send form: a draft, an unconfirmed send (D-40), or the notification that the address names. */
export const useEarlierVisit = ({ plan, storeId, form }: EarlierVisitOptions) => {
  const resumedDraft = useLocation({ select: ({ state }) => state.resumesDraft ?? null });
  const { from } = useSearch({ from: '/signed-in/staff-screens/notification/new' });
  const of = plan ? { kind: 'plan', id: plan.notification._id } : { kind: 'send', id: storeId };
  const tagNow = plan?.tag ?? from ?? null;
  useLayoutEffect(() => form.beginFrom(tagNow), [form, tagNow]);
  const [draft] = useState(() => openDraft(form, of));
  useDraft(draft, of, { keepsOffer: true });
  const isRestored = useSelector(draft.isTaken);
  const isWanted = useSelector(draft.offered, () => draft.isWanted(resumedDraft));
  const isContinued = useSelector(draft.resumes);
  const tag = useOffer(draft)?.tag;
  const sentBefore = useSentBefore(storeId);
  // An edited plan has no attempt of its own.
  const before = plan ? { ...sentBefore, state: 'none' as const } : sentBefore;

  const restore = (): void => {
    const copy = draft.take();
    if (!copy) return;
    const sending = before.state === 'unknown' || before.state === 'notSent' ? before.payload : null;
    form.fillIn(restoredForm(copy, form.base.get().form, sending, storeId));
  };
  const restoreAutomatically = useEffectEvent((): void => {
    // Check again, since StrictMode runs the effect twice.
    if (draft.isWanted(resumedDraft) || draft.resumes.get()) restore();
  });
  // A text that was sent, or may have been, is not restored automatically. A draft that differs from it is still offered.
  const autoRestores =
    before.state !== 'asking' && before.state !== 'sent' && (isWanted || (isContinued && (from === undefined || tag === from)));
  useLayoutEffect(() => {
    if (autoRestores) restoreAutomatically();
  }, [autoRestores]);
  const start = useSentAsStart({ storeId, form, isRestored: isRestored || autoRestores });
  return { draft, restore, before, start };
};

type Earlier = ReturnType<typeof useEarlierVisit>;

/** Reports what could not be copied from the source notification into the form (PLAN-05). */
const StartNotice = ({ start: { hasFailed, without } }: Pick<Earlier, 'start'>) => {
  const { startFailed } = useMessages(sendMessages);
  if (without) return <LeftOutNotice without={without} testId="start-without" />;
  if (!hasFailed) return null;
  return (
    <Alert color="orange" variant="light" role="status" mb="md" data-testid="start-failed">
      {startFailed}
    </Alert>
  );
};

/** Offers the unsent text of an earlier visit, or reports a send whose response was lost (D-40). */
export const EarlierVisit = ({ state, formRef }: { state: Earlier; formRef: RefObject<HTMLFormElement | null> }) => {
  const words = useMessages(sendMessages);
  const { plannedBefore } = useMessages(planningMessages);
  const { askedBefore } = useMessages(askMessages);
  const common = useMessages(commonMessages);
  const format = useFormat();
  const { before, draft } = state;
  const offer = useOffer(draft);
  const dropSent = useEffectEvent((): void => {
    if (before.state === 'sent' && !before.sent.isTest) draft.dropWhere(sendsSame(before.payload, before.storeId), before.storeId);
  });
  const isSent = before.state === 'sent';
  useEffect(() => {
    if (isSent) dropSent();
  }, [isSent]);

  const [openedAt] = useState(Date.now);
  const wordsOfSent = ({ isTest, createdAt, unapproved }: SentAttempt) =>
    unapproved ? askedBefore : isTest ? words.testSentBefore : Date.parse(createdAt) > openedAt ? plannedBefore : words.sentBefore;
  const at = (time: number): string => format.minute(new Date(time).toISOString());
  return (
    <>
      <StartNotice start={state.start} />
      {before.state === 'asking' && <p role="status">{words.asking}</p>}
      {before.state === 'sent' && (
        <Alert
          color="green"
          variant="light"
          role="status"
          mb="md"
          withCloseButton
          closeButtonLabel={common.close}
          onClose={() => answerAbove(formRef.current, before.forget)}
          data-testid="sent-before"
        >
          <span>{wordsOfSent(before.sent)(before.sent.title, format.minute(before.sent.createdAt))}</span>{' '}
          <LinkAnchor to={paths.notificationDetails} params={{ notificationId: before.sent._id }} onClick={before.forget}>
            {words.seeDetails}
          </LinkAnchor>
        </Alert>
      )}
      {offer && before.state !== 'asking' && (
        <DraftBanner
          text={
            before.state === 'unknown' && (offer.savedAt >= before.at || sendsSame(before.payload, before.storeId)(offer.form))
              ? words.draftUnsure(at(before.at))
              : words.draftFound(at(offer.savedAt))
          }
          formRef={formRef}
          onRestore={state.restore}
          onDiscard={draft.discard}
        />
      )}
    </>
  );
};
