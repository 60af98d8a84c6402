import { contentTypes } from '@endcap/contract/content';
import type pg from 'pg';
import { everyQuestion, nameOf, pathsOf } from '../lists/questions.ts';
import type { Scale } from './scale.ts';

export type Call = {
  name: string;
  of: 'staff' | 'phones';
  /** Returns the request line, with the authorization header for phones. */
  head: (call: number) => string;
  body?: string;
  /** Name of the list that it requests a page of. */
  list?: string;
  /** True if the call searches for a text. */
  isSearch?: boolean;
};

const PRIME = 7_919;

const screen = (path: string): Call => ({ name: path.replace(/^\/api\/v1\//, ''), of: 'staff', head: () => `GET ${path} HTTP/1.1` });
const estimate = (name: string, rule: Record<string, unknown>): Call => ({
  name,
  of: 'staff',
  head: () => 'POST /api/v1/notification-editor/audience HTTP/1.1',
  body: JSON.stringify(rule),
});

/** Every list at its first and last page, and each of its filters, orders and searches by itself. */
const lists = async (pageCountOf: (path: string) => Promise<number>): Promise<Call[]> => {
  const calls: Call[] = [];
  for (const question of await everyQuestion()) {
    const { list, query, position } = question;
    const oneThing = Object.keys(query).length + (position === 'first' ? 0 : 1) <= 1;
    // Content types are one filter, so only the first type is measured.
    const isOtherType = 'contentType' in query && query['contentType'] !== contentTypes[0];
    if (!oneThing || position === 'middle' || isOtherType) continue;
    const [first = ''] = pathsOf({ ...question, position: 'first' }, 1);
    const [path = ''] = pathsOf(question, position === 'last' ? await pageCountOf(first) : 1);
    const isSearch = ['text', 'name', 'address', 'threadId', 'userId'].some((field) => field in query);
    calls.push({ ...screen(path), name: nameOf(question), list, isSearch });
  }
  return calls;
};

/** Calls of staff other than the lists. */
const screens = (everyones: string, single: string): Call[] => [
  ...['', '?kind=content', '?kind=notification', '?person=person7', '?text=zurek', '?item=item7'].map((search) =>
    screen(`/api/v1/history${search}`),
  ),
  ...['kupon', 'zurek%204', 'gazteka', 'store%207'].map((text) => ({ ...screen(`/api/v1/search?text=${text}`), isSearch: true })),
  ...[everyones, single].flatMap((id) => [
    { ...screen(`/api/v1/notification-editor/${id}`), name: `details of a send to ${id === everyones ? 'everyone' : 'a store'}` },
    { ...screen(`/api/v1/notification-editor/${id}/opens`), name: `openings of a send to ${id === everyones ? 'everyone' : 'a store'}` },
  ]),
  screen('/api/v1/stats/store-subscription'),
  screen('/api/v1/stats/store-subscription-earlier'),
  screen('/api/v1/stats/store-subscription/store7'),
  screen('/api/v1/notification-editor/check-can-send'),
  estimate('estimate of everyone', { includeStoreType: 'all' }),
  estimate('estimate of a type', { includeStoreType: 'contact' }),
  estimate('estimate of all but two stores', { includeStoreType: 'all', excludeStores: ['store1', 'store2'] }),
];

/** Calls of phones, each time from another phone. */
export const phoneCalls = (everyones: string, { phones, stores }: Pick<Scale, 'phones' | 'stores'>): Call[] => {
  const phone = (call: number): string => `authorization: Bearer s${1 + ((call * PRIME) % phones)}`;
  const phoneCall = (name: string, line: string): Call => ({ name, of: 'phones', head: (call) => `${line} HTTP/1.1\r\n${phone(call)}` });
  return [
    phoneCall('inbox', 'GET /app/v1/notifications'),
    phoneCall('opened', `POST /app/v1/notifications/${everyones}/opened`),
    phoneCall('delivered', `POST /app/v1/notifications/${everyones}/delivered`),
    phoneCall('popups', 'GET /app/v1/popups?appVersion=3.4.0'),
    { name: 'feed', of: 'phones', head: (call) => `GET /app/v1/content?appVersion=3.4.0&storeId=store${1 + (call % stores)} HTTP/1.1` },
  ];
};

/** Returns the ids of the newest send that was delivered to everyone, and of the newest to a store. */
export const newestSends = async (pool: pg.Pool): Promise<{ everyones: string; single: string }> => {
  const newest = (where: string): string =>
    `(select notification_id from fan_out where chunks > 0 and ${where} order by created_at desc limit 1)`;
  const { rows } = await pool.query<{ everyones: string; single: string }>(
    `select ${newest('everyone')} as everyones, ${newest('subscribed_store_id is not null')} as single`,
  );
  return rows[0] ?? { everyones: '', single: '' };
};

/** Everything that is measured of a database. */
export const everyCall = async (pool: pg.Pool, scale: Scale, pageCountOf: (path: string) => Promise<number>): Promise<Call[]> => {
  const { everyones, single } = await newestSends(pool);
  return [...(await lists(pageCountOf)), ...screens(everyones, single), ...phoneCalls(everyones, scale)];
};
