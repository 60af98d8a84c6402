import type { AudienceRule } from '@endcap/contract/audience';
import { emptyAudienceRule } from '@endcap/contract/audience';
import { type CanSend, isConfirmed } from '@endcap/contract/notifications';
import { useSelector } from '@tanstack/react-store';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useFields, usePart } from '../../../form/form-store.ts';
import { sameValue } from '../../../lib/same-value.ts';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import { useRefetchOnNewDay } from '../../../lib/use-refetch-on-new-day.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { useToday } from '../../../lib/use-today.ts';
import { lostExclusions } from '../audiences/audience-now.ts';
import { notifications, type SendDay, whileLoading } from '../notification.queries.ts';
import { useQuietUntil } from '../plan/use-quiet-until.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import { useEarlierVisit } from './earlier-visit.tsx';
import { failureCause } from './failure-cause.ts';
import { openSendForm, type OpenSendForm } from './open-send-form.ts';
import { type Blocked, blockedBy, type RequestState } from './send-blocked.ts';
import { audienceFields, startOf } from './send-form.ts';

const ESTIMATE_AFTER_MS = 250;

/** Estimates the number of recipients. `data` is set for exactly this audience only, because button and confirmation show it. */
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

/**
 * Keeps a rejection of a start in quiet hours by the server, whose clock decides, while that start is chosen. The rejection of an
 * immediate send expires when the quiet hours end (CARE-03).
 */
const useRefusedQuiet = (startsAt: string | null) => {
  const [rejection, setRejection] = useState<{ until: string; of: string | null } | null>(null);
  useEffect(() => {
    if (rejection === null || rejection.of !== null) return undefined;
    const timer = setTimeout(() => setRejection(null), Date.parse(rejection.until) - Date.now());
    return () => clearTimeout(timer);
  }, [rejection]);
  return {
    /** The first minute after the quiet hours; null if the chosen start was not rejected. */
    until: rejection?.of === startsAt ? rejection.until : null,
    refuse: (until: string): void => setRejection({ until, of: startsAt }),
  };
};

/** A safety message ignores the quota and the rules of plugins in the server's answer; a sender without a store stays blocked (CARE-05). */
const withoutBlocks = (check: RequestState<CanSend>): RequestState<CanSend> =>
  check.state === 'answered' && check.answer.reason !== 'noStore'
    ? { state: 'answered', answer: { ...check.answer, canSend: true, reason: null } }
    : check;

const requestState = <T>({ data, error, isFetching }: UseQueryResult<T>): RequestState<T> => {
  if (error && !isFetching) return { state: 'failed', cause: failureCause(error) };
  return data === undefined || isFetching ? { state: 'pending' } : { state: 'answered', answer: data };
};

/** Keeps a rejection during a refetch, until another response arrives. */
const canSendState = (check: UseQueryResult<CanSend>): RequestState<CanSend> =>
  check.data?.canSend === false && check.isFetchedAfterMount ? { state: 'answered', answer: check.data } : requestState(check);

type MaySendOptions = {
  plan: EditedPlan | null;
  storeId: string | null;
  aimed: boolean;
  form: OpenSendForm;
  estimate: ReturnType<typeof useEstimate>;
};

/** Returns whether the form may be sent on the day of its start (as a send, a test or a safety message), and what blocks it. */
const useMaySend = ({ plan, storeId, aimed, form, estimate }: MaySendOptions) => {
  const { startsAt, safety, isPlanned } = usePart(form, ['isPlanned', 'startsAt', 'safety'], (values) => ({
    startsAt: startOf(values),
    safety: values.safety,
    isPlanned: values.isPlanned,
  }));
  const hasProblems = useSelector(form.problems, (problems) => Object.keys(problems).length > 0);
  const isStartWrong = useSelector(form.problems, (problems) => problems['startsAt'] !== undefined);
  const isUploading = useSelector(form.uploads, (count) => count > 0);
  const day: SendDay = { startsAt, notificationId: plan?.notification._id ?? null };
  // Keep showing rules that apply to every day while another day is fetched.
  const check = useQuery({ ...notifications.canSend(storeId, day), placeholderData: whileLoading(storeId) });
  useRefetchOnNewDay(useToday(), check.refetch);
  const hours = check.data?.quietHours;
  const quietUntil = useQuietUntil(hours, safety || isStartWrong ? undefined : startsAt);
  const refused = useRefusedQuiet(startsAt);
  /** The first minute after the quiet hours in which it would start, by this clock or the server's (CARE-03). */
  const blockedUntil = quietUntil ?? (safety ? null : refused.until);
  const state = canSendState(check);
  const blocked: Blocked | null = blockedBy({
    hasProblems,
    isUploading,
    check: safety ? withoutBlocks(state) : state,
    count: estimate.data
      ? { state: 'answered', answer: estimate.data }
      : estimate.cause
        ? { state: 'failed', cause: estimate.cause }
        : { state: 'pending' },
    // The question before a send shows the number. Of a plan that would go out at once the estimate says if there is a question at all.
    needsCount: aimed || safety || (plan !== null && !isPlanned),
    isQuiet: blockedUntil !== null,
  });
  const recheck = (): void => void check.refetch();
  return {
    /** The day of the start; undefined while the start is invalid. */
    day: isStartWrong ? undefined : day,
    blocked,
    quiet: { hours, until: blockedUntil },
    refuseQuiet: refused.refuse,
    retry: blocked?.by === 'countFailed' ? estimate.retry : recheck,
    recheck,
    canTest: !hasProblems && !isUploading && blocked?.by !== 'noStore',
    /** True if the form offers the safety option: the server allows it, or it is already set. Never for a plan (CARE-05). */
    maySafety: plan === null && (check.data?.safety === true || safety),
  };
};

/** The state of the send form for a new send or a plan: values, draft, problems, audience count, and what blocks sending. */
export const useSendForm = (plan: EditedPlan | null = null) => {
  const person = usePerson();
  const storeId = useSelectedStore();
  const { from = null } = useSearch({ from: '/signed-in/staff-screens/notification/new' });
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
    /** The plan being edited; null for a new notification. */
    plan,
    storeId,
    /** True if an administrator chooses the audience; otherwise it is that of one store. */
    aimed,
    wanted,
    estimate,
    ...useMaySend({ plan, storeId, aimed, form, estimate }),
    /** Exclusions that this change of a plan would remove for good. */
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
