import { contentTypes } from '@endcap/contract/content';
import { searchRoutes } from '@endcap/contract/search';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { deliveryWorld } from '../test/delivery-world.ts';
import { answerTimes } from './answer-times.ts';
import { gate } from './gates.ts';
import { fillLists } from './lists/fill-lists.ts';
import { nth, rounded } from './statistics.ts';

const ITEMS = 100_000;
const STORES = 10_000;
const CALLS = 100;
const AT_MOST_MS = 100;

/** What people type, as it grows: a letter, a word that a fifth of all rows has, one that few have, numbers, an address, a typing error, nothing that exists. */
const searches = [
  'k',
  'ku',
  'kupon',
  'kupon 99',
  'kupon 99123',
  'gazetka',
  'zurek 4',
  '118',
  '7777',
  'dluga 33',
  'targu',
  'kopon',
  'gazteka',
  'kupno 512',
  'xyzzy',
  'wiedza 5',
];

/** Milliseconds of a search over 100,000 items and notifications (or as many as are given) and 10,000 stores, one after the other (EDIT-05). */
export const benchSearch = async ([given]: readonly string[] = []) => {
  const items = Number(given ?? ITEMS);
  const stores = Math.min(items, STORES);
  const world = await deliveryWorld({ devices: 0 });
  try {
    await fillLists(world.pool, { stores, items, devices: 0, rows: items }, contentTypes);
    const port = await freePort();
    const child = await world.startProcess('admin-api', { ENDCAP_ADMIN_PORT: String(port), LOG_LEVEL: 'warn' });
    const token = await world.tokenOf('admin');
    const timesOf = (text: string, calls: number): Promise<number[]> => {
      const path = `${searchRoutes.find.path}?${new URLSearchParams({ text })}`;
      return answerTimes({ port, calls, connections: 1, head: () => `GET ${path} HTTP/1.1\r\nauthorization: Bearer ${token}` });
    };
    await timesOf('k', CALLS);
    const table: Record<string, { p50: number; p95: number }> = {};
    for (const text of searches) {
      const times = await timesOf(text, CALLS);
      table[text] = { p50: rounded(nth(times, 0.5)), p95: rounded(nth(times, 0.95)) };
    }
    child.kill();
    const slowest = Object.fromEntries(Object.entries(table).map(([text, { p95 }]) => [text, p95]));
    return { bench: 'search', items, stores, table, gate: gate(slowest, AT_MOST_MS) };
  } finally {
    await world.close();
  }
};
