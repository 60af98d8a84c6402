import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_FLAGS } from '../scripts/launch/api-flags.ts';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { deliveryWorld } from '../scripts/test/delivery-world.ts';
import { startBare } from './bare.ts';
import { fillChain } from './feed-chain.ts';
import { processorSeconds, residentMegabytes } from './processes.ts';
import { rawBytes } from './raw-bytes.ts';
import { median, rounded } from './statistics.ts';
import { load, type Loaded } from './wrk.ts';

const WARM_UP = 3;
/** ETag of the bare server's responses. */
const BARE_TAG = '"bare"';
const START_WITHIN_MS = 100_000;

type Question = { urls: readonly string[]; headers: Record<string, string> };
type Rival = { name: string; url: string };

/** Returns the headers that a server sets itself, without those that Node adds to any response. */
const ownHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => !['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'].includes(name)),
  );

/** The product and its rivals in turn, `rounds` times; requests a second, and as the median of each pair's ratio. */
const compare = async (question: Question, rivals: readonly Rival[], { rounds, seconds }: { rounds: number; seconds: number }) => {
  const own: Loaded[] = [];
  const theirs = rivals.map((): Loaded[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [n, rival] of rivals.entries()) {
      const headers = 'if-none-match' in question.headers ? { 'if-none-match': BARE_TAG } : question.headers;
      theirs[n]?.push(
        await load({ urls: question.urls.map((url) => rival.url + url.slice(new URL(url).origin.length + 1)), headers, seconds }),
      );
    }
    own.push(await load({ ...question, seconds }));
  }
  const perSecond = (runs: readonly Loaded[]): number => median(runs.map((run) => run.perSecond));
  return {
    perSecond: perSecond(own),
    p50: rounded(median(own.map((run) => run.p50))),
    p99: rounded(median(own.map((run) => run.p99))),
    bytesEach: median(own.map((run) => run.bytesEach)),
    failed: own.reduce((sum, { failed }) => sum + failed, 0),
    ...Object.fromEntries(
      rivals.flatMap(({ name }, n) => [
        [name, perSecond(theirs[n] ?? [])],
        [`shareOf${name}`, rounded(median(own.map((run, round) => run.perSecond / (theirs[n]?.[round]?.perSecond ?? 1))))],
      ]),
    ),
  };
};

/** Bare servers that send one answer of the product, with its headers and with none. */
const startRivals = async (
  file: string,
  url: string,
  request: Record<string, string>,
): Promise<{ rivals: Rival[]; bytes: number; stop: () => void }> => {
  const { headers } = await fetch(url, { headers: request });
  const bytes = await rawBytes(url, request);
  writeFileSync(file, bytes);
  const [same, none] = [await startBare(file, ownHeaders(headers)), await startBare(file)];
  const rivals = [
    { name: 'SameHeaders', url: same.url },
    { name: 'NoHeaders', url: none.url },
  ];
  return { rivals, bytes: bytes.length, stop: () => [same, none].forEach((bare) => bare.stop()) };
};

/**
 * Starts a bare server with the response of each address and the product's headers. A server with only one response would always have it in
 * the processor's cache.
 */
const startOfAll = async (folder: string, urls: readonly string[], request: Record<string, string>) => {
  const [first = ''] = urls;
  const answers: Record<string, string> = {};
  for (const url of urls) answers[url.slice(new URL(url).origin.length)] = (await rawBytes(url, request)).toString('base64');
  const [one, several] = [join(folder, 'one'), join(folder, 'several')];
  writeFileSync(one, await rawBytes(first, request));
  writeFileSync(several, JSON.stringify(answers));
  const { url, stop } = await startBare(one, ownHeaders((await fetch(first, { headers: request })).headers), several);
  return { rival: { name: 'SameAnswers', url }, stop };
};

/** Milliseconds until a process is gone after SIGTERM. */
const stopped = async (app: ChildProcess): Promise<number> => {
  const startedAt = performance.now();
  const gone = new Promise((resolve) => app.once('exit', resolve));
  app.kill('SIGTERM');
  await gone;
  return Math.round(performance.now() - startedAt);
};

type Comparison = { one: string; all: string[]; note: (name: string, value: unknown) => void };

/** Compares warm responses with bare servers: gzip of one and of all stores, not modified, and uncompressed. */
const compareAll = async ({ one, all, note }: Comparison, folder: string, pace: { rounds: number; seconds: number }): Promise<void> => {
  const gzip = { 'accept-encoding': 'gzip' };
  for (let n = 0; n < WARM_UP; n += 1) for (const url of all) await rawBytes(url, gzip);
  const packed = await startRivals(join(folder, 'packed'), one, gzip);
  const text = await startRivals(join(folder, 'text'), one, {});
  note('bytes', { gzip: packed.bytes, text: text.bytes });
  const etag = (await fetch(one)).headers.get('etag') ?? '';
  note('gzip', await compare({ urls: [one], headers: gzip }, packed.rivals, pace));
  const ofAll = await startOfAll(folder, all, gzip);
  note('storesInTurn', await compare({ urls: all, headers: gzip }, [...packed.rivals, ofAll.rival], pace));
  ofAll.stop();
  note('notModified', await compare({ urls: [one], headers: { 'if-none-match': etag } }, packed.rivals, pace));
  note('text', await compare({ urls: [one], headers: {} }, text.rivals, pace));
  packed.stop();
  text.stop();
};

/**
 * Measures the feed of a chain (default 2,000 items and 300 stores): warm requests per second beside bare servers with the same headers and
 * with none, the same while an item is saved every second, memory, processor time and shutdown time. wrk uses 32 connections.
 */
export const benchFeed = async ([givenItems, givenStores, givenRounds, givenSeconds]: readonly string[] = []) => {
  const [items, stores] = [Number(givenItems ?? 2_000), Number(givenStores ?? 300)];
  const pace = { rounds: Number(givenRounds ?? 3), seconds: Number(givenSeconds ?? 2) };
  const world = await deliveryWorld({ devices: 1 });
  await fillChain(world.pool, { items, stores });
  const port = await freePort();
  const start = (): Promise<ChildProcess> =>
    world.startProcess('app-api', { ENDCAP_APP_PORT: String(port), ENDCAP_APP_FEED_LIMIT: '1000000', LOG_LEVEL: 'warn' }, API_FLAGS);
  const feed = `http://127.0.0.1:${port}/app/v1/content?appVersion=3.4.0`;
  const all = Array.from({ length: stores }, (_, n) => `${feed}&storeId=bench${n + 1}`);
  const one = `${feed}&storeId=bench7`;
  const figures: Record<string, unknown> = { bench: 'feed', items, stores, ...pace };
  const note = (name: string, value: unknown): void => {
    figures[name] = value;
    console.error(name, JSON.stringify(value));
  };
  try {
    note('stoppedWhileStartingMilliseconds', await stopped(await start()));
    const app = await start();
    const megabytes = (when: string): void => note(`megabytes${when}`, Math.round(residentMegabytes(app.pid)));
    const startedAt = performance.now();
    await fetch(one, { signal: AbortSignal.timeout(START_WITHIN_MS) });
    note('firstAnswerSeconds', rounded((performance.now() - startedAt) / 1000));
    megabytes('Started');
    await compareAll({ one, all, note }, world.folder, pace);
    megabytes('Loaded');
    for (const [name, item] of [
      ['savedForAll', 'item1'],
      ['savedForTwoStores', `item${Math.min(items, 777)}`],
    ] as const)
      note(name, await whileSaving(world, app, { item, urls: all, headers: { 'accept-encoding': 'gzip' } }));
    megabytes('End');
    note('stoppedMilliseconds', await stopped(app));
    return figures;
  } finally {
    await world.close();
  }
};

/** Saves one item every second, and measures requests for all stores in turn, then the processor time without requests. */
const whileSaving = async (
  { pool }: Awaited<ReturnType<typeof deliveryWorld>>,
  app: ChildProcess,
  { item, urls, headers }: Question & { item: string },
) => {
  const timer = setInterval(
    () => void pool.query(`update content set title = 'Gazetka ' || clock_timestamp() where id = $1`, [item]),
    1_000,
  );
  const { perSecond, p50, p99, longest, failed } = await load({ urls, headers, seconds: 6 });
  const used = processorSeconds(app.pid);
  await sleep(5_000);
  const alone = rounded(((processorSeconds(app.pid) - used) / 5) * 100);
  clearInterval(timer);
  return { perSecond, p50, p99, longest, failed, processorPercentUnasked: alone };
};
