import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useRef } from 'react';
import { focusFirstProblem } from '../../../frames/editor-layout.tsx';
import { ApiProblem } from '../../../lib/api.ts';
import { commonMessages } from '../../../lib/common.messages.ts';
import { useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePerson } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';
import { notificationMessages } from '../notification.messages.ts';
import { says } from './attempt.ts';
import { failureCause } from './failure-cause.ts';
import { useSend } from './use-send.ts';
import type { SendFormState } from './use-send-form.ts';

/** Sends what the form holds, for real or as a test, and goes on to its details. */
export const useSubmit = (state: SendFormState, formRef: RefObject<HTMLFormElement | null>) => {
  const words = useMessages(notificationMessages).send;
  const { close } = useMessages(commonMessages);
  const navigate = useNavigate();
  const person = usePerson();
  const send = useSend(state.plan);
  const leaving = useRef(false);
  const { form, storeId, draft, before } = state;
  const submit = (isTest: boolean, word = ''): void => {
    if (send.isPending) return;
    // What may have been sent is asked about no more once something else is: nobody should send it again for a new text.
    if (!isTest && before.state === 'unknown' && before.storeId === storeId && !says(before.payload, storeId)(form))
      draft.dropWhere(says(before.payload, storeId));
    send.mutate(
      { form, slot: { owner: person.id, storeId, isTest }, word: form.safety && !isTest ? word : '' },
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
          if (error instanceof ApiProblem && error.status === 422) focusFirstProblem(formRef.current, () => state.refuse(error.fields));
        },
      },
    );
  };
  const sending: 'test' | 'send' | null = !send.isPending ? null : send.variables.slot.isTest ? 'test' : 'send';
  return { submit, sending, failure: send.error, isLeaving: (): boolean => leaving.current };
};
