import type { notificationRoutes } from '@endcap/contract/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sameValue } from '../../../lib/same-value.ts';
import { ApiProblem, call, routeAt } from '../../../lib/api.ts';
import { usePerson } from '../../../lib/session.ts';
import { stores } from '../../stores/index.ts';
import { notifications } from '../notification.queries.ts';
import { type Attempt, attempts, type Slot } from './attempt.ts';
import { mayHaveBeenSent } from './failure-cause.ts';
import type { EditedPlan } from '../plan/use-plan.ts';
import { type SendForm, toPayload } from './send-form.ts';

// The form is checked with the schema of what it holds: the routes' others come with the screens that need them (decision 0113).
const sendRoute = routeAt<(typeof notificationRoutes)['send']>('POST', '/api/v1/notification-editor');
const changeRoute = routeAt<(typeof notificationRoutes)['changePlan']>('PUT', '/api/v1/notification-editor/:notificationId/plan');
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
  call(changeRoute, { params: { notificationId: _id }, body: toPayload(form, slot) }, { ifMatch: tag });

/** Sends once however often it is asked to; a plan is changed, which may be done twice. */
export const useSend = (plan: EditedPlan | null) => {
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
          return await call(sendRoute, { body }, { idempotencyKey: attempt.key, storeId: own });
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
