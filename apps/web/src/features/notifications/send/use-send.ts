import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { focusFirstProblem } from '../../../frames/editor-layout.tsx';
import { sameValue } from '../../../lib/same-value.ts';
import { ApiProblem, call } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePerson } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { stores } from '../../stores/index.ts';
import { notificationMessages } from '../notification.messages.ts';
import { notifications } from '../notification.queries.ts';
import { type Attempt, attempts, says, type Slot } from './attempt.ts';
import { failureCause, mayHaveBeenSent } from './failure-cause.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import { type SendForm, toPayload } from './send-form.ts';
import type { SendFormState } from './use-send-form.ts';

const BUSY_TRIES = 5;
const BUSY_WAIT_MS = 400;

/** `word`: what was typed for a safety message (CARE-05); it is kept nowhere. */
type Send = { form: SendForm; slot: Slot; word: string };

/** The same content keeps its key, also over a reload; another content gets a new one (NOTIF-FORM-48, ux 6). */
const attemptOf = ({ form, slot }: Omit<Send, 'word'>): Attempt => {
  const payload = toPayload(form, slot);
  const open = attempts.read(slot);
  return open && sameValue(open.payload, payload) ? open : { payload, key: crypto.randomUUID(), at: Date.now() };
};

const changePlan = ({ notification: { _id }, tag }: EditedPlan, { form, slot }: Send) =>
  call(
    'PUT /api/v1/notification-editor/:notificationId/plan',
    { params: { notificationId: _id }, body: toPayload(form, slot) },
    { ifMatch: tag },
  );

/** Sends once however often it is asked to; a plan is changed, which may be done twice. */
const useSend = (plan: EditedPlan | null) => {
  const client = useQueryClient();
  const { id, isAdmin } = usePerson();
  return useMutation({
    mutationFn: async (send: Send) => {
      if (plan) return changePlan(plan, send);
      // The store that the page names: whoever was moved meanwhile, or made an administrator, does not send to others unawares (ROLE-06).
      const own = isAdmin ? null : (await client.ensureQueryData(stores.mine(id)))._id;
      const attempt = attemptOf(send);
      attempts.keep(send.slot, attempt);
      for (let n = 1; ; n += 1) {
        try {
          const body = { ...attempt.payload, ...(send.word && { confirmation: send.word }) };
          return await call('POST /api/v1/notification-editor', { body }, { idempotencyKey: attempt.key, storeId: own });
        } catch (error) {
          // Our own first attempt is still under way: its answer is ours.
          const busy = error instanceof ApiProblem && error.code === 'request_in_progress' && n < BUSY_TRIES;
          if (!busy) throw error;
          await new Promise((resolve) => setTimeout(resolve, BUSY_WAIT_MS));
        }
      }
    },
    onSuccess: (_, { slot }) => {
      if (!plan) attempts.drop(slot);
      return notifications.changed(client);
    },
    onError: (failure, { slot }) => {
      // The page named another store than the person has by now.
      if (failure instanceof ApiProblem && failure.code === 'store_not_yours')
        void Promise.all([stores.changed(client), notifications.changed(client)]);
      if (!plan && !mayHaveBeenSent(failure)) attempts.drop(slot);
    },
  });
};

/** Sends what the form holds, for real or as a test, and goes on to its details. */
const useSubmit = (state: SendFormState, formRef: RefObject<HTMLFormElement | null>) => {
  const words = useMessages(notificationMessages).send;
  const { close } = useMessages(commonMessages);
  const navigate = useNavigate();
  const person = usePerson();
  const send = useSend(state.plan);
  const leaving = useRef(false);
  const { form, storeId, draft, before } = state;
  const submit = (isTest: boolean, word = ''): void => {
    if (send.isPending) return;
    const values = form.values.get();
    // What may have been sent is asked about no more once something else is: nobody should send it again for a new text.
    if (!isTest && before.state === 'unknown' && before.storeId === storeId && !says(before.payload, storeId)(values))
      draft.dropWhere(says(before.payload, storeId));
    send.mutate(
      { form: values, slot: { owner: person.id, storeId, isTest }, word: values.safety && !isTest ? word : '' },
      {
        onSuccess: async ({ _id }) => {
          leaving.current = true;
          if (isTest) {
            // the real send need not be typed again: Back finds the form as it was, a new one offers the copy.
            const kept = draft.keep();
            if (kept !== null) await navigate({ to: '.', replace: true, state: (now) => ({ ...now, resumesDraft: kept }) });
            toast.success({ title: words.sent, body: words.testSent, closeLabel: close });
          } else draft.drop();
          await navigate({ to: paths.notificationDetails, params: { notificationId: _id } });
        },
        onError: (error) => {
          // Of a day that was taken or kept free meanwhile the check says so from now on.
          if (failureCause(error) === 'quota' || (error instanceof ApiProblem && error.fields['startsAt'])) state.recheck();
          if (error instanceof ApiProblem && error.quietUntil) state.refuseQuiet(error.quietUntil);
          if (error instanceof ApiProblem && error.status === 422) focusFirstProblem(formRef.current, () => form.refuse(error.fields));
        },
      },
    );
  };
  const sending: 'test' | 'send' | null = !send.isPending ? null : send.variables.slot.isTest ? 'test' : 'send';
  return { submit, sending, failure: send.error, isLeaving: (): boolean => leaving.current };
};

/** What a press does on the send page: Send, which asks first where it has to (ux 3), Test, the count of problems, and leaving. */
export const usePresses = (state: SendFormState, formRef: RefObject<HTMLFormElement | null>) => {
  const [asking, setAsking] = useState(false);
  const { submit, sending, failure, isLeaving } = useSubmit(state, formRef);
  const go = (isTest: boolean, word?: string): void => {
    setAsking(false);
    submit(isTest, word);
  };
  return {
    /** What is under way, and why the last press came to nothing. */
    sending,
    failure,
    send: (): void => (state.asksFirst ? setAsking(true) : go(false)),
    test: (): void => go(true),
    toFirstProblem: (): void => focusFirstProblem(formRef.current, state.form.reveal),
    /** Whether the question is open, and its two answers; the first with what was typed for a safety message (CARE-05). */
    asking,
    confirm: (word: string): void => go(false, word),
    decline: (): void => setAsking(false),
    isDirty: (): boolean => state.form.dirty.get() && !isLeaving(),
    dropDraft: (): void => state.draft.drop(),
  };
};
