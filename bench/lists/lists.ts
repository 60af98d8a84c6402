import { fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentTypes } from '@endcap/contract/content';
import type pg from 'pg';
import { API_FLAGS } from '../../scripts/launch/api-flags.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { type DeliveryWorld, deliveryWorld } from '../../scripts/test/delivery-world.ts';
import { answerTimes } from '../answer-times.ts';
import { gate } from '../gates.ts';
import { nth, rounded } from '../statistics.ts';
import { load, type Loaded } from '../wrk.ts';
import { fillLists, saves } from './fill-lists.ts';
import { everyQuestion, nameOf, pathsOf, type Question } from './questions.ts';
import { searches, searchPath } from './searches.ts';

const ROWS = 100_000;
const DEVICES = 20_000;
const CONNECTIONS = 32;
const SECONDS = 1;
const SAVING_SECONDS = 3;
const CALLS = 40;
/**
 * Calls of a combination that answers within half of the limit. There are thousands of combinations, so quick ones are measured less often.
 */
const QUICK_CALLS = 6;
/** Under load are all that change one thing of the plain list, and so many of those that are slowest alone. */
const SLOWEST = 12;
const ALONE_AT_MOST_MS = 10;
const DIFFERENT = 10_000;
const FLOOD_CALLS = 300;
const SEARCH_CALLS = 100;
const SEARCH_AT_MOST_MS = 100;

type Api = { port: number; token: string; stop: () => void };
type Alone = { question: Question; paths: readonly string[]; first: number | null; p50: number; p95: number };
type Row = Omit<Alone, 'question' | 'paths'> & { name: string; product: Loaded; saving: Loaded; bare: Loaded; shareOfBare: number };

const startApi = async (world: DeliveryWorld): Promise<Api> => {
  const port = await freePort();
  const child = await world.startProcess('admin-api', { ENDCAP_ADMIN_PORT: String(port), LOG_LEVEL: 'warn' }, API_FLAGS);
  return { port, token: await world.tokenOf('admin'), stop: () => void child.kill() };
};

const startBare = async (url: string): Promise<Api> => {
  const child = fork('bench/lists/bare-server.ts', [url], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const { port } = await new Promise<{ port: number }>((resolve) => child.once('message', resolve as never));
  return { port, token: '', stop: () => void child.kill() };
};

const timesOf = ({ port, token }: Api, paths: readonly string[], calls: number): Promise<number[]> =>
  answerTimes({
    port,
    calls,
    connections: 1,
    head: (call) => `GET ${paths[call % paths.length]} HTTP/1.1\r\nauthorization: Bearer ${token}`,
  });

const pageCountOf = async ({ port, token }: Api, question: Question): Promise<number> => {
  const [path = ''] = pathsOf({ ...question, position: 'first' }, 1);
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return ((await answer.json()) as { pageCount: number }).pageCount;
};

const changesOneThing = ({ query, position }: Question): boolean => Object.keys(query).length + (position === 'first' ? 0 : 1) <= 1;

/** Milliseconds of the first call since a write. */
const firstAfterWrite = async (api: Api, pool: pg.Pool, { list }: Question, paths: readonly string[]): Promise<number> => {
  await pool.query(saves[list] ?? '');
  const [first = 0] = await timesOf(api, paths, 1);
  return rounded(first);
};

/** Milliseconds of one call after the other; a write comes before those that change one thing of the plain list. */
const alone = async (api: Api, pool: pg.Pool, question: Question): Promise<Alone> => {
  const paths = pathsOf(question, await pageCountOf(api, question));
  const first = changesOneThing(question) ? await firstAfterWrite(api, pool, question, paths) : null;
  const quick = await timesOf(api, paths, QUICK_CALLS);
  const times = Math.max(...quick) <= ALONE_AT_MOST_MS / 2 ? quick : await timesOf(api, paths, CALLS);
  return { question, paths, first, p50: rounded(nth(times, 0.5)), p95: rounded(nth(times, 0.95)) };
};

/** Milliseconds of the first call of a process for each list, once it is ready. */
const firstCalls = async (world: DeliveryWorld, questions: readonly Question[]): Promise<Record<string, number>> => {
  const figures: Record<string, number> = {};
  for (const question of questions.filter(({ query, position }) => Object.keys(query).length === 0 && position === 'first')) {
    const api = await startApi(world);
    const [first = 0] = await timesOf(api, pathsOf(question, 1), 1);
    figures[question.list] = rounded(first);
    api.stop();
  }
  return figures;
};

/** Milliseconds (p95) of each search over all items, stores and notifications, one call after the other (EDIT-05). */
const searchFigures = async (api: Api): Promise<Record<string, number>> => {
  const figures: Record<string, number> = {};
  await timesOf(api, [searchPath('k')], SEARCH_CALLS);
  for (const text of searches) figures[text] = rounded(nth(await timesOf(api, [searchPath(text)], SEARCH_CALLS), 0.95));
  return figures;
};

/** Milliseconds (p95) of a list's first page: alone, while another person sends ten thousand different requests, and afterwards. */
const duringFlood = async (world: DeliveryWorld, api: Api, questions: readonly Question[]) => {
  await fetch(`${world.sandbox.issuer}/sandbox/people/asker`, { method: 'POST', body: JSON.stringify({ isAdmin: true }) });
  const flood = { ...api, token: await world.tokenOf('asker') };
  const [plain] = questions;
  if (!plain) return null;
  const paths = pathsOf({ ...plain, position: 'first' }, 1);
  const p95 = async (): Promise<number> => rounded(nth(await timesOf(api, paths, FLOOD_CALLS), 0.95));
  const quiet = await p95();
  const head = (call: number): string => `GET /api/v1/content-editor/list?name=${call} HTTP/1.1\r\nauthorization: Bearer ${flood.token}`;
  const flooding = answerTimes({ port: api.port, calls: DIFFERENT, connections: CONNECTIONS, head });
  const flooded = await p95();
  await flooding;
  return { aloneP95: quiet, floodedP95: flooded, afterwardsP95: await p95() };
};

/** Measures one list under the load of 32 connections, without and with a save per second, next to a bare server. */
const loaded = async (world: DeliveryWorld, { api, bare }: { api: Api; bare: Api }, { question, paths }: Alone) => {
  const ask = ({ port, token }: Api, seconds: number): Promise<Loaded> =>
    load({ urls: paths.map((path) => `http://127.0.0.1:${port}${path}`), headers: { authorization: `Bearer ${token}` }, seconds });
  await ask(api, SECONDS);
  const product = await ask(api, SECONDS);
  const ceiling = await ask(bare, SECONDS);
  await fetch(`http://127.0.0.1:${bare.port}/quiet`);
  const ended = new AbortController();
  const keepSaving = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await world.pool.query(saves[question.list] ?? '');
      await sleep(1_000, undefined, { signal: ended.signal }).catch(() => {});
    }
  };
  const savingUntilEnd = keepSaving();
  const saving = await ask(api, SAVING_SECONDS);
  ended.abort();
  await savingUntilEnd;
  return { product, saving, bare: ceiling, shareOfBare: rounded(product.perSecond / ceiling.perSecond) };
};

const lineOf = ({ name, first, p50, p95, product, saving, bare, shareOfBare }: Row): string =>
  [name, first, p50, p95, product.perSecond, product.p99, saving.perSecond, saving.p99, bare.perSecond, shareOfBare].join(' | ');

/**
 * Measures every combination of filters, orders and positions of every list at 100,000 rows (or as many as are given): alone, and under the
 * load of 32 connections, without and with a save per second, beside a bare server with one prepared statement. A second argument such as
 * `content` selects the lists whose name contains it.
 */
export const benchLists = async ([givenRows, only = '']: readonly string[] = []) => {
  const rows = Number(givenRows ?? ROWS);
  const world = await deliveryWorld({ devices: 0 });
  const bare = await startBare(world.settings['DATABASE_URL'] ?? '');
  try {
    await fillLists(world.pool, { rows, stores: rows, items: rows, devices: DEVICES }, contentTypes);
    const questions = (await everyQuestion()).filter((question) => nameOf(question).includes(only));
    const first = await firstCalls(world, questions);
    const api = await startApi(world);
    await timesOf(api, pathsOf(questions[0] as Question, 1), 500);
    const measured: Alone[] = [];
    for (const question of questions) measured.push(await alone(api, world.pool, question));
    const slowest = measured.toSorted((one, other) => other.p95 - one.p95).slice(0, SLOWEST);
    const underLoad = [...new Set([...measured.filter(({ question }) => changesOneThing(question)), ...slowest])];
    const table: Row[] = [];
    console.error('question | first ms | p50 | p95 | /s | p99 | /s with saves | p99 | bare /s | share of bare');
    for (const one of underLoad) {
      const { first: afterWrite, p50, p95 } = one;
      const row = { name: nameOf(one.question), first: afterWrite, p50, p95, ...(await loaded(world, { api, bare }, one)) };
      table.push(row);
      console.error(lineOf(row));
    }
    const searched = await searchFigures(api);
    const failed = table.reduce((sum, { product, saving }) => sum + product.failed + saving.failed, 0);
    const slow = slowest.map(({ question, p95 }) => [nameOf(question), p95] as const);
    return {
      bench: 'lists',
      rows,
      combinations: measured.length,
      firstCallMilliseconds: first,
      slowestAlone: Object.fromEntries(slow),
      slowestUnderLoad: table
        .toSorted((one, other) => one.product.perSecond - other.product.perSecond)
        .slice(0, SLOWEST)
        .map(({ name, product }) => [name, product.perSecond]),
      failed,
      searched,
      flood: await duringFlood(world, api, questions),
      table,
      gate: gate(Object.fromEntries(slow), ALONE_AT_MOST_MS),
      searchGate: gate(searched, SEARCH_AT_MOST_MS),
    };
  } finally {
    bare.stop();
    await world.close();
  }
};
