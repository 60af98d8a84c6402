import { historyActions, historyKindNames, historyKinds } from '@endcap/contract/history';
import type pg from 'pg';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { deliveryWorld } from '../test/delivery-world.ts';
import { answerTimes } from './answer-times.ts';
import { gate } from './gates.ts';
import { nth, rounded } from './statistics.ts';

const CHANGES = 1_000_000;
const SIGN_INS = 200_000;
const CALLS = 40;
/** Pages of a question that are asked for in turn, one after the other. */
const PAGES = 8;
const AT_MOST_MS = 50;

/** Few people do most, items have from one change to thousands, and names are of common words and rare ones. */
const fill = async (pool: pg.Pool, changes: number): Promise<void> => {
  const pairs = historyKindNames.flatMap((kind) => (kind === 'session' ? [] : historyKinds[kind].map((action) => `${kind}/${action}`)));
  // Made anew at the end: row by row the index of texts takes most of the time.
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'history' and indexname <> 'history_pkey'`,
  );
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  await pool.query('alter table history disable trigger complete_history');
  await pool.query(
    `insert into history (at, actor, entity, entity_id, action, changes, label, fields)
     select now() - make_interval(secs => ($1 - n) * 60), case when n % 3 = 0 then 'import-api' else 'person' || floor(power(random(), 3) * 400) end, split_part(pair, '/', 1), 'item' || floor(power(random(), 4) * 50000), split_part(pair, '/', 2),
       '{"name": ["Gazetka", "Gazetka na weekend"], "title": [null, "x"]}', (array['Gazetka', 'Kupon', 'Świeże owoce', 'Żurek'])[1 + n % 4] || ' ' || n % 50000, 2
     from (select n, ($2::text[])[1 + case when random() < 0.7 then floor(random() * 3) else floor(random() * cardinality($2::text[])) end] as pair from generate_series(1, $1::int) n) made`,
    [changes, pairs],
  );
  await pool.query('alter table history enable trigger complete_history');
  for (const { definition } of indexes) await pool.query(definition);
  await pool.query(
    `insert into staff_login (at, person) select now() - make_interval(secs => n * 300), 'person' || n % 400 from generate_series(1, $1::int) n`,
    [SIGN_INS],
  );
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
};

const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** What people ask, alone and together, with rare and common values. */
const questions = (): Record<string, string>[] => {
  const values: Record<string, readonly Record<string, string>[]> = {
    person: [{}, { person: 'person0' }, { person: 'person399' }, { person: 'nobody' }],
    kind: [{}, ...historyKindNames.map((kind) => ({ kind }))],
    action: [{}, ...historyActions.map((action) => ({ action }))],
    days: [{}, { from: day(1) }, { to: day(300) }, { from: day(400), to: day(399) }],
    text: [{}, { text: 'gazetka' }, { text: 'zurek 49' }, { text: 'owoce 4321' }, { text: 'nie ma tego' }, { text: 'a' }],
    item: [{}, { item: 'item0' }, { item: 'item49999' }],
    field: [{ field: 'title' }, { field: 'nowhere' }],
  };
  const { person = [], kind = [], action = [], days = [], text = [], item = [], field = [] } = values;
  const all = <A, B>(some: readonly A[], others: readonly B[]): (A & B)[] =>
    some.flatMap((one) => others.map((other) => ({ ...one, ...other })));
  const few = <T>(list: readonly T[]): readonly T[] => list.filter((_, n) => n % 3 === 0);
  return [
    ...all(all(person, few(kind)), few(action)),
    ...all(all(person, days), few(kind)),
    ...all(all(text, few(kind)), all(person.slice(0, 2), days.slice(0, 2))),
    ...all(all(item, few(action)), person),
    ...all(all(field, few(kind)), person.slice(0, 2)),
    ...all(all([{ imports: 'folded' }], few(kind)), days),
    ...kind,
    ...action,
  ];
};

const slowest = (figures: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(figures)
      .toSorted(([, one], [, other]) => other - one)
      .slice(0, 12),
  );

/** Milliseconds of each page of the history, of any filter, first and further ones, among as many changes (HIST-08). A word (`text=`) measures what is asked by it alone. */
export const benchHistory = async ([given, only = '']: readonly string[] = []) => {
  const changes = Number(given ?? CHANGES);
  const world = await deliveryWorld({ devices: 0 });
  try {
    await fill(world.pool, changes);
    const port = await freePort();
    const api = await world.startProcess('admin-api', { ENDCAP_ADMIN_PORT: String(port), LOG_LEVEL: 'warn' });
    const token = await world.tokenOf('admin');
    const ask = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return (await answer.json()) as { next: string | null };
    };
    const figures: Record<string, number> = {};
    const medians: Record<string, number> = {};
    const all: number[] = [];
    for (const question of questions().filter((one) => new URLSearchParams(one).toString().includes(only))) {
      const paths: string[] = [];
      for (let before: string | null = ''; before !== null && paths.length < PAGES;) {
        paths.push(`/api/v1/history?${new URLSearchParams({ ...question, ...(before && { before }) })}`);
        before = (await ask(paths.at(-1) ?? '')).next;
      }
      const head = (call: number) => `GET ${paths[call % paths.length]} HTTP/1.1\r\nauthorization: Bearer ${token}`;
      const times = await answerTimes({ port, calls: CALLS, connections: 1, head });
      all.push(...times);
      const name = new URLSearchParams(question).toString() || 'everything';
      figures[name] = rounded(nth(times, 0.95));
      medians[name] = rounded(nth(times, 0.5));
    }
    api.kill();
    return {
      bench: 'history',
      changes,
      questions: Object.keys(figures).length,
      milliseconds: { p50: rounded(nth(all, 0.5)), p95: rounded(nth(all, 0.95)), p99: rounded(nth(all, 0.99)) },
      slowestP95: slowest(figures),
      // Where the machine does something else meanwhile, they tell a slow question from a late one.
      slowestP50: slowest(medians),
      gate: gate(figures, AT_MOST_MS),
    };
  } finally {
    await world.close();
  }
};
