import { z } from 'zod';
import { code, Id, route } from '../core/index.ts';
import { editedKinds } from '../history/index.ts';

/** Interval of the heartbeats of an open editor, in milliseconds. */
export const BEAT_MS = 4_000;
/** Seconds without a heartbeat after which a tab counts as closed. Others see it one heartbeat later: after 14 s (EDIT-06). */
export const HERE_S = 10;

export const presenceRoutes = {
  here: route({
    method: 'POST',
    path: '/api/v1/presence',
    // EDIT-06
    summary: 'Says that an item is open in an editor, and hears who else has it open; to be said again every few seconds',
    access: 'admin',
    rights: 'remembered',
    polled: true,
    body: z.object({
      kind: z.enum(editedKinds, code('unknown')),
      id: Id,
      /** Made by the tab for this visit. */
      tab: Id,
    }),
    reply: z.object({
      /** Names of the other people, each once. */
      others: z.array(z.string()),
      /** True if the same person has the item open in another tab. */
      elsewhere: z.boolean(),
    }),
  }),
  leave: route({
    method: 'DELETE',
    path: '/api/v1/presence/:tab',
    summary: 'Says that the tab is closed, so that nobody waits for it',
    access: 'admin',
    rights: 'remembered',
    params: z.object({ tab: Id }),
    reply: null,
    status: 204,
  }),
};
