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
import { type Attempt, attempts, sendsSame, type Slot } from './attempt.ts';
import { failureCause, mayHaveBeenSent } from './failure-cause.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import { type SendForm, toPayload } from './send-form.ts';
import type { SendFormState } from './use-send-form.ts';

const BUSY_TRIES = 5;
const BUSY_WAIT_MS = 400;

/** `word`: the confirmation typed for a safety message (CARE-05). It is not stored. */
type Send = { form: SendForm; slot: Slot; word: string };

/** Returns the open attempt for the same content, even after a reload. Other content gets a new key (NOTIF-FORM-48, ux 6). */
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

/** Sends a notification exactly once, by its idempotency key. A plan is updated instead, which is safe to repeat. */
const useSend = (plan: EditedPlan | null) => {
  const client = useQueryClient();
  const { id, isAdmin } = usePerson();
  return useMutation({
    mutationFn: async (send: Send) => {
      if (plan) return changePlan(plan, send);
      // Send the store shown on the page, so that a person moved or promoted meanwhile does not reach others by mistake (ROLE-06).
      const own = isAdmin ? null : (await client.ensureQueryData(stores.mine(id)))._id;
      const attempt = attemptOf(send);
      attempts.keep(send.slot, attempt);
      for (let n = 1; ; n += 1) {
        try {
          const body = { ...attempt.payload, ...(send.word && { confirmation: send.word }) };
          return await call('POST /api/v1/notification-editor', { body }, { idempotencyKey: attempt.key, storeId: own });
        } catch (error) {
          // Our own first attempt is still in progress: wait for its response.
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
      // The person was assigned to another store than the page shows.
      if (failure instanceof ApiProblem && failure.code === 'store_not_yours')
        void Promise.all([stores.changed(client), notifications.changed(client)]);
      if (!plan && !mayHaveBeenSent(failure)) attempts.drop(slot);
    },
  });
};

/** Sends the form, for real or as a test, and opens the details. */
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
    // Once another text is sent, drop drafts of a send with an unknown outcome, so that nobody repeats it.
    if (!isTest && before.state === 'unknown' && before.storeId === storeId && !sendsSame(before.payload, storeId)(values))
      draft.dropWhere(sendsSame(before.payload, storeId));
    send.mutate(
      { form: values, slot: { owner: person.id, storeId, isTest }, word: values.safety && !isTest ? word : '' },
      {
        onSuccess: async ({ _id }) => {
          leaving.current = true;
          if (isTest) {
            // Keep the draft for the real send: Back restores the form, and a new form offers the draft.
            const draftKey = draft.persist();
            if (draftKey !== null) await navigate({ to: '.', replace: true, state: (now) => ({ ...now, resumesDraft: draftKey }) });
            toast.success({ title: words.sent, body: words.testSent, closeLabel: close });
          } else draft.drop();
          await navigate({ to: paths.notificationDetails, params: { notificationId: _id } });
        },
        onError: (error) => {
          // A rule forbids the day since then: repeat the check, so that it blocks from now on.
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

/** Actions of the send page: Send, confirmed first where needed (ux 3), Test, focus on the first problem, and leaving. */
export const usePresses = (state: SendFormState, formRef: RefObject<HTMLFormElement | null>) => {
  const [asking, setAsking] = useState(false);
  const { submit, sending, failure, isLeaving } = useSubmit(state, formRef);
  const go = (isTest: boolean, word?: string): void => {
    setAsking(false);
    submit(isTest, word);
  };
  return {
    /** The request in progress, and the error of the last one. */
    sending,
    failure,
    send: (): void => (state.asksFirst ? setAsking(true) : go(false)),
    test: (): void => go(true),
    toFirstProblem: (): void => focusFirstProblem(formRef.current, state.form.reveal),
    /** `asking` is true while the confirmation is open; `confirm` takes the word typed for a safety message (CARE-05). */
    asking,
    confirm: (word: string): void => go(false, word),
    decline: (): void => setAsking(false),
    isDirty: (): boolean => state.form.dirty.get() && !isLeaving(),
    dropDraft: (): void => state.draft.drop(),
  };
};
