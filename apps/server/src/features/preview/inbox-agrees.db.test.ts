import { deviceRoutes } from '@endcap/contract/devices';
import { notificationRoutes } from '@endcap/contract/notifications';
import { evidenceRoutes, previewRoutes } from '@endcap/contract/preview';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aStore, phones, secretOf } from '../../../test/builders.ts';
import { type FreshWorld, freshWorld } from '../../../test/fresh-world.ts';
import { quietInstant } from '../../../test/quiet-instant.ts';
import { isOver, type Seen, sendingAs, workOn } from '../../../test/sending.ts';

/** Rounds of sends. */
const { numRuns = 0, seed = 0 } = fc.readConfigureGlobal();
const ROUNDS = Math.max(8, Math.ceil(numRuns / 100));

let world: FreshWorld;
let admin: string;
const { send, until } = sendingAs(
  () => world,
  () => admin,
);
beforeAll(async () => {
  world = await freshWorld();
  admin = await world.tokenOf('admin');
});
afterAll(() => world.close());

const STORES = 4;
/** A send to a store's own customers, or to those of some stores; what becomes of it before any phone gets it, or after. */
const aSend = fc.record({
  to: fc.oneof(
    fc.record({ own: fc.nat(STORES - 1) }),
    fc.record({ stores: fc.uniqueArray(fc.nat(STORES - 1), { minLength: 1, maxLength: STORES }) }),
  ),
  fate: fc.oneof({ weight: 4, arbitrary: fc.constant('goes' as const) }, fc.constantFrom('cancelled' as const, 'takenBack' as const)),
});
const aRound = fc.record({
  /** Of each store the one phone: whether its address is dead. */
  dead: fc.array(fc.boolean(), { minLength: STORES, maxLength: STORES }),
  sends: fc.array(aSend, { minLength: 1, maxLength: 4 }),
});
/** All devices have an outcome, or none was left to send to: an earlier send may have found the dead addresses. */
const isAtItsEnd = (seen: Seen): boolean => isOver(seen) || seen.errors.length > 0;
type Aimed = { id: string; at: readonly number[] };

test(
  `over ${ROUNDS} rounds of random sends, preview and evidence of each instant show what phones had in their inboxes then`,
  { tags: ['PREV-01', 'PREV-06', 'PREV-08', 'E-60'] },
  async () => {
    await world.staff('POST /api/v1/popup-editor', { token: admin, body: { name: 'Popup', text: 'Cześć' } });
    const stores: string[] = [];
    const secrets: string[] = [];
    for (let n = 0; n < STORES; n += 1) {
      const store = await aStore(world.db);
      stores.push(store);
      secrets.push(...(await phones(world.db, { main: store, subscribed: [store] })).map(secretOf));
    }
    const storesOf = (places: readonly number[]): string[] => places.map((place) => stores[place] ?? '');
    const accept = async (title: string, { to }: { to: { own: number } | { stores: number[] } }): Promise<Aimed> => {
      await sql`delete from notification_quota`.execute(world.db);
      if ('own' in to) return { id: await send({ title }, stores[to.own]), at: [to.own] };
      return { id: await send({ title, includeStoreType: '', includeStores: storesOf(to.stores) }), at: to.stores };
    };
    const cancel = (id: string) =>
      world.staff(notificationRoutes.cancel, { token: admin, params: { notificationId: id }, query: { of: 'send' } });
    // One that no phone accepted has nothing to be taken back.
    const takeBack = (id: string) => world.staff(notificationRoutes.takeBack, { token: admin, params: { notificationId: id } });
    const inboxOf = async (token: string): Promise<string[]> =>
      (await world.phone(deviceRoutes.inbox, { token })).body.items.map(({ _id }) => _id);
    const shownAt = async (place: number, at: string | null): Promise<string[]> => {
      const body = { appVersion: '3.4.0', storeId: stores[place] ?? '', ...(at && { at }) };
      return (await world.staff(previewRoutes.show, { token: admin, body })).body.notifications.map(({ _id }) => _id).toSorted();
    };

    const aimed: Aimed[] = [];
    /** Notifications that customers of each store had at an instant. */
    const looks: { at: string; had: string[][] }[] = [];
    const look = async (round: number): Promise<void> => {
      const inboxes = await Promise.all(secrets.map(inboxOf));
      const arrived = new Set(inboxes.flat());
      const had = stores.map((_, place) =>
        aimed
          .filter(({ id, at }) => at.includes(place) && arrived.has(id))
          .map(({ id }) => id)
          .toSorted(),
      );
      for (const place of stores.keys()) {
        const about = { seed, round, place };
        expect({ about, shown: await shownAt(place, null) }).toEqual({ about, shown: had[place] });
      }
      looks.push({ at: await quietInstant(world.db), had });
    };

    for (const [round, { dead, sends }] of fc.sample(aRound, { numRuns: ROUNDS, seed }).entries()) {
      for (const [place, isDead] of dead.entries())
        await sql`update device set push_kind = 'token', push_value = ${isDead ? 'dead-' : 'token-'} || seq where main_store_id = ${stores[place]}`.execute(
          world.db,
        );
      const accepted: Aimed[] = [];
      for (const [n, one] of sends.entries()) {
        const its = await accept(`Nr ${round}.${n}`, one);
        accepted.push(its);
        if (one.fate === 'cancelled') await cancel(its.id);
      }
      // No phone has any of them yet.
      const sent = await quietInstant(world.db);
      const worker = workOn(world);
      for (const [n, { id }] of accepted.entries()) if (sends[n]?.fate !== 'cancelled') await until(id, isAtItsEnd);
      await worker.stop();
      looks.push({ at: sent, had: looks.at(-1)?.had ?? stores.map(() => []) });
      aimed.push(...accepted);
      await look(round);
      for (const [n, { id }] of accepted.entries()) if (sends[n]?.fate === 'takenBack') await takeBack(id);
      await look(round);
    }

    for (const { at, had } of looks)
      for (const place of stores.keys()) {
        const about = { seed, at, place };
        const body = { appVersion: '3.4.0', storeId: stores[place] ?? '', at };
        const evidence = (await world.staff(evidenceRoutes.read, { token: admin, body })).body.shown.notifications
          .map(({ _id }) => _id)
          .toSorted();
        const shown = await shownAt(place, at);
        expect({ about, shown, evidence }).toEqual({ about, shown: had[place], evidence: had[place] });
      }
  },
);
