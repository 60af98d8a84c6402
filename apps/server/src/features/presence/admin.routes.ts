import { presenceRoutes } from '@endcap/contract/presence';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { forgetTab, storeHeartbeat, sweepGone } from './presence.repository.ts';

/** Routes that show other people who have the same item open (EDIT-06). */
export const addPresenceRoutes = (handle: AdminHandle, { db }: { db: Database }): void => {
  handle(presenceRoutes.here, async ({ actor, body }) => {
    const seen = await storeHeartbeat(db, { ...body, person: actor.id, name: actor.name });
    if (seen.arrived) await sweepGone(db);
    return seen;
  });

  handle(presenceRoutes.leave, async ({ actor, params }) => {
    await forgetTab(db, actor.id, params.tab);
    return undefined;
  });
};
