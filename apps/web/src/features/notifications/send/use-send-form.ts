import { type AudienceRule, namesCovered } from '@endcap/contract/audience';
import type { FieldCodes } from '@endcap/contract/core';
import { isConfirmed } from '@endcap/contract/notifications';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { config } from '../../../config.ts';
import { changedFields, sameValue } from '../../../frames/merge.ts';
import { useDraft } from '../../../frames/use-draft.ts';
import { useSelectedStore } from '../../../lib/selected-store.ts';
import { usePerson } from '../../../lib/session.ts';
import { notifications } from '../notification.queries.ts';
import { failureCause } from './failure-cause.ts';
import { type Asked, blockedBy } from './send-blocked.ts';
import { audienceOf, emptySendForm, restoredForm, type SendForm, sendFormProblems, toPayload } from './send-form.ts';
import { useSentBefore } from './use-sent-before.ts';

const ESTIMATE_AFTER_MS = 250;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Back from a test's details: the form is as it was. */
    resumesDraft?: boolean;
  }
}

const asked = <T>({ data, error, isFetching }: UseQueryResult<T>): Asked<T> => {
  if (error && !isFetching) return { state: 'failed', cause: failureCause(error) };
  return data === undefined || isFetching ? { state: 'pending' } : { state: 'answered', answer: data };
};

/** How many would get it: only the number of exactly this audience is ever put on the button or into the question. */
const useEstimate = (storeId: string | null, wanted: AudienceRule) => {
  const [rule] = useDebouncedValue(wanted, ESTIMATE_AFTER_MS);
  const query = useQuery(notifications.audience(storeId, rule));
  const isCurrent = sameValue(rule, wanted) && !query.isPlaceholderData;
  return {
    rule,
    data: isCurrent ? query.data : undefined,
    cause: query.isError && !query.isFetching ? failureCause(query.error) : null,
    retry: () => void query.refetch(),
  };
};

/** The state of the send form: what is typed and its copy, its problems, the audience's number, and what stands in the way. */
export const useSendForm = () => {
  const person = usePerson();
  const storeId = useSelectedStore();
  const resumed = useLocation({ select: ({ state }) => state.resumesDraft === true });
  const [openedAt] = useState(() => new Date());
  const [base] = useState(() => emptySendForm(openedAt));
  const [form, setForm] = useState(base);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<FieldCodes>({});
  const [uploading, setUploading] = useState(false);
  const [resumes, setResumes] = useState(resumed);
  const draft = useDraft('send', storeId, { form, base, tag: null });
  const before = useSentBefore(storeId);

  const restore = (): void => {
    if (!draft.found) return;
    const sending = before.state === 'unknown' || before.state === 'notSent' ? before.payload : null;
    const restored = restoredForm(draft.found, base, sending, storeId);
    setForm(restored);
    setTouched(new Set(changedFields(base, restored)));
    draft.taken();
  };
  // What was sent, or may have been, does not come back by itself.
  if (before.state !== 'asking' && before.state !== 'sent') {
    if (resumes) setResumes(false);
    if (resumes || draft.goesOn) restore();
  }
  const change = (given: Partial<SendForm>): void => {
    // Who names a store or a group means those alone, unless the person chose the type (D-41).
    const narrows = !touched.has('includeStoreType') && namesCovered(form, given);
    const part: Partial<SendForm> = narrows ? { ...given, includeStoreType: '' } : given;
    setForm((now) => ({ ...now, ...part }));
    setTouched((now) => new Set([...now, ...Object.keys(part)]));
    setRefused((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in part))));
  };

  const problems = useMemo(() => ({ ...sendFormProblems(form, config.appScheme, openedAt), ...refused }), [form, refused, openedAt]);
  const aimed = person.isAdmin && storeId === null;
  const wanted = useMemo(() => audienceOf(toPayload(form, { storeId, isTest: false })), [form, storeId]);
  const estimate = useEstimate(storeId, wanted);
  const check = useQuery(notifications.canSend(storeId));
  const hasProblems = Object.keys(problems).length > 0;
  const blocked = blockedBy({
    hasProblems,
    isUploading: uploading,
    check: asked(check),
    count: estimate.data
      ? { state: 'answered', answer: estimate.data }
      : estimate.cause
        ? { state: 'failed', cause: estimate.cause }
        : { state: 'pending' },
    needsCount: aimed,
  });
  return {
    form,
    change,
    storeId,
    /** Whether an administrator chooses the audience; else it is one store's own. */
    aimed,
    wanted,
    estimate,
    problems,
    problemOf: (field: keyof SendForm): string | undefined => (touched.has(field) || refused[field] ? problems[field]?.[0] : undefined),
    revealProblems: (): void => setTouched(new Set(Object.keys(problems))),
    refuse: setRefused,
    onUploading: setUploading,
    blocked,
    askAgain: (): void => {
      if (blocked?.by === 'countFailed') estimate.retry();
      else void check.refetch();
    },
    recheck: () => void check.refetch(),
    canTest: !hasProblems && !uploading && blocked?.by !== 'noStore',
    asksFirst: aimed && estimate.data !== undefined && isConfirmed(estimate.data),
    dirty: !sameValue(form, base),
    draft,
    restore,
    before,
  };
};
export type SendFormState = ReturnType<typeof useSendForm>;
