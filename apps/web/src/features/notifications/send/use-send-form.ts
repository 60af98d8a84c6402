import type { AudienceRule } from '@endcap/contract/audience';
import { audienceRuleFields, emptyAudienceRule } from '@endcap/contract/audience';
import { keysOf } from '@endcap/contract/core';
import { type CanSend, isConfirmed } from '@endcap/contract/notifications';
import { useSelector } from '@tanstack/react-store';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useFields, useValues } from '../../../form/form-store.ts';
import { sameValue } from '../../../lib/same-value.ts';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { lostExclusions } from '../audiences/audience-now.ts';
import { notifications, type SendDay, whileLoading } from '../notification.queries.ts';
import { useQuietUntil } from '../plan/use-quiet-until.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import { useEarlierVisit } from './earlier-visit.tsx';
import { failureCause } from './failure-cause.ts';
import { openSendForm, type OpenSendForm } from './open-send-form.ts';
import { type Asked, type Blocked, blockedBy } from './send-blocked.ts';
import { startOf } from './send-form.ts';

const ESTIMATE_AFTER_MS = 250;

/** How many would get it: only the number of exactly this audience is ever put on the button or into the question. */
const useEstimate = (storeId: string | null, wanted: AudienceRule) => {
  const rule = useSettled(wanted, ESTIMATE_AFTER_MS);
  const query = useQuery(notifications.audience(storeId, rule));
  const isCurrent = sameValue(rule, wanted) && !query.isPlaceholderData;
  return {
    rule,
    data: isCurrent ? query.data : undefined,
    cause: query.isError && !query.isFetching ? failureCause(query.error) : null,
    retry: (): void => void query.refetch(),
  };
};

/** CARE-03: what the server, whose clock decides, said of a start in quiet hours: while that start is chosen, and where it is now, until they are over. */
const useRefusedQuiet = (startsAt: string | null) => {
  const [said, setSaid] = useState<{ until: string; of: string | null } | null>(null);
  useEffect(() => {
    if (said === null || said.of !== null) return undefined;
    const timer = setTimeout(() => setSaid(null), Date.parse(said.until) - Date.now());
    return () => clearTimeout(timer);
  }, [said]);
  return {
    /** The first minute after them. */
    until: said?.of === startsAt ? said.until : null,
    refuse: (until: string): void => setSaid({ until, of: startsAt }),
  };
};

/** Of a safety message only a sender without a store is held (CARE-05). */
const unheld = (check: Asked<CanSend>): Asked<CanSend> =>
  check.state === 'answered' && check.answer.reason !== 'noStore'
    ? { state: 'answered', answer: { ...check.answer, canSend: true, reason: null } }
    : check;

const asked = <T>({ data, error, isFetching }: UseQueryResult<T>): Asked<T> => {
  if (error && !isFetching) return { state: 'failed', cause: failureCause(error) };
  return data === undefined || isFetching ? { state: 'pending' } : { state: 'answered', answer: data };
};

/** Whoever may not send is told so until another answer is there, however often it is asked meanwhile. */
const checked = (check: UseQueryResult<CanSend>): Asked<CanSend> =>
  check.data?.canSend === false && check.isFetchedAfterMount ? { state: 'answered', answer: check.data } : asked(check);

type MaySendOptions = {
  plan: EditedPlan | null;
  storeId: string | null;
  aimed: boolean;
  form: OpenSendForm;
  estimate: ReturnType<typeof useEstimate>;
};

/** Whether what is typed may go, on the day when it would start: as a send, as a test, as a safety message; and what stands in its way. */
const useMaySend = ({ plan, storeId, aimed, form, estimate }: MaySendOptions) => {
  const { startsAt, safety } = useValues(form, (values) => ({ startsAt: startOf(values), safety: values.safety }));
  const hasProblems = useSelector(form.problems, (problems) => Object.keys(problems).length > 0);
  const isStartWrong = useSelector(form.problems, (problems) => problems['startsAt'] !== undefined);
  const isUploading = useSelector(form.uploads, (count) => count > 0);
  const day: SendDay = { startsAt, notificationId: plan?.notification._id ?? null };
  // What holds for every day stays while another one is asked about.
  const check = useQuery({ ...notifications.canSend(storeId, day), placeholderData: whileLoading(storeId) });
  const hours = check.data?.quietHours;
  const quietUntil = useQuietUntil(hours, safety || isStartWrong ? undefined : startsAt);
  const refused = useRefusedQuiet(startsAt);
  const state = checked(check);
  const blocked: Blocked | null = blockedBy({
    hasProblems,
    isUploading,
    check: safety ? unheld(state) : state,
    count: estimate.data
      ? { state: 'answered', answer: estimate.data }
      : estimate.cause
        ? { state: 'failed', cause: estimate.cause }
        : { state: 'pending' },
    // What is confirmed says how many.
    needsCount: aimed || safety,
    isQuiet: quietUntil !== null,
  });
  const recheck = (): void => void check.refetch();
  return {
    /** The day of its start; what is no time to plan for names none. */
    day: isStartWrong ? undefined : day,
    blocked,
    /** The quiet hours, and the first minute after them where it would start in them (CARE-03). */
    quiet: { hours, until: quietUntil ?? (safety ? null : refused.until) },
    refuseQuiet: refused.refuse,
    askAgain: blocked?.by === 'countFailed' ? estimate.retry : recheck,
    recheck,
    canTest: !hasProblems && !isUploading && blocked?.by !== 'noStore',
    /** CARE-05: whether this may be a safety message; what is one already can be made another. */
    maySafety: plan === null && (check.data?.safety === true || safety),
  };
};

const audienceFields = keysOf(audienceRuleFields);

/** The state of the send form, also of a plan that is changed: what is typed and its copy, its problems, the audience's number, and what stands in the way. */
export const useSendForm = (plan: EditedPlan | null = null) => {
  const person = usePerson();
  const storeId = useSelectedStore();
  const { from = null } = useSearch({ from: '/signed-in/polish/notification/new' });
  const [form] = useState(() => openSendForm(plan, from));
  const earlier = useEarlierVisit({ plan, storeId, form });

  const aimed = person.isAdmin && storeId === null;
  const audience = useFields(form, audienceFields);
  const wanted = useMemo(() => (storeId === null ? audience : emptyAudienceRule), [storeId, audience]);
  const estimate = useEstimate(storeId, wanted);
  const lost = plan && aimed ? lostExclusions(plan.notification, audience, plan.notification) : [];
  const { isPlanned, safety } = useFields(form, ['isPlanned', 'safety']);
  return {
    form,
    /** What is changed, where it is a plan. */
    plan,
    storeId,
    /** Whether an administrator chooses the audience; else it is one store's own. */
    aimed,
    wanted,
    estimate,
    ...useMaySend({ plan, storeId, aimed, form, estimate }),
    /** Exclusions that this change of a plan would take away for good. */
    lost,
    asksFirst:
      safety ||
      lost.length > 0 ||
      (estimate.data !== undefined &&
        ((aimed && isConfirmed(estimate.data)) || (plan !== null && !isPlanned && !estimate.data.unapproved))),
    ...earlier,
  };
};
export type SendFormState = ReturnType<typeof useSendForm>;
