import { notificationRoutes } from '@endcap/contract/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiProblem, call } from '../../../lib/api.ts';
import { notifications } from '../notification.queries.ts';
import { type SendForm, toPayload } from './send-form.ts';

const BUSY_TRIES = 5;
const BUSY_WAIT_MS = 400;

type Send = { form: SendForm; storeId: string | null; isTest: boolean };

/** Sends once however often it is asked to: the same content keeps its key, another content gets a new one (NOTIF-FORM-48, ux 6). */
export const useSend = () => {
  const client = useQueryClient();
  const attempt = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: async ({ form, ...aim }: Send) => {
      const body = toPayload(form, aim);
      const content = JSON.stringify([body, aim.storeId]);
      if (attempt.current.content !== content) attempt.current = { content, key: crypto.randomUUID() };
      for (let n = 1; ; n += 1) {
        try {
          return await call(notificationRoutes.send, { body }, { idempotencyKey: attempt.current.key });
        } catch (error) {
          // Our own first attempt is still under way: its answer is ours.
          const busy = error instanceof ApiProblem && error.code === 'request_in_progress' && n < BUSY_TRIES;
          if (!busy) throw error;
          await new Promise((resolve) => setTimeout(resolve, BUSY_WAIT_MS));
        }
      }
    },
    onSuccess: () => notifications.changed(client),
  });
};
