import { presenceRoutes } from '@endcap/contract/presence';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { forgetTab, noteBeat, sweepGone } from './presence.repository.ts';

/** EDIT-06: who has the same item open. */
export const addPresenceRoutes = (handle: AdminHandle, { db }: { db: Database }): void => {
  handle(presenceRoutes.here, async ({ actor, body }) => {
    const seen = await noteBeat(db, { ...body, person: actor.id, name: actor.name });
    if (seen.arrived) await sweepGone(db);
    return seen;
  });

  handle(presenceRoutes.leave, async ({ actor, params }) => {
    await forgetTab(db, actor.id, params.tab);
    return undefined;
  });
};
