import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { type PlacedStore, reachesCustomer } from '@endcap/contract/audience';
import { type AppContent, changesOf, constantPart, type Tab, type UnmarkedContent, viewersPart } from '@endcap/contract/content';
import type { Database } from '../../tables.ts';
import { knownStores } from '../stores/index.ts';
import { feedItems, latestChange } from './content-feed.repository.ts';

/** How often each process looks whether something was saved: with the loading a save is seen within a second. */
const LOOK_AGAIN_MS = 250;
/** Without a look for so long nothing is given again unasked. */
const TRUSTED_MS = 900;
const PREPARED_AT_MOST = 5_000;
// Quick first: at a cold start everybody waits for the slowest. What is asked for again is packed better in the background.
const QUICK = { br: 1, gzip: 1 };
const THOROUGH = { br: 6, gzip: 7 };
const WORTH_IT = 3;

export type FeedQuery = { storeId?: string | undefined; segments: string[]; appVersion: string; tab?: Tab | undefined };
type Encoding = 'br' | 'gzip' | 'identity';
/** An answer made once for all who ask the same: bytes by encoding, strong tag, the change it was made of, and how long it holds (milliseconds since 1970). */
export type Prepared = { etag: string; until: number | null; change: number; bytes: (encoding: Encoding) => Buffer };
/** An item with what of it is the same for everybody, made once. */
type Held = { item: UnmarkedContent; constant: ReturnType<typeof constantPart>; texts: Map<string, string> };
type Snapshot = {
  change: number;
  held: Held[];
  changes: number[];
  stores: Map<string, PlacedStore>;
  /** The items whose audience has a store (null: customers without one), found when it first asks. */
  reached: Map<string | null, Held[]>;
  prepared: Map<string, Prepared>;
};

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const brotliAt = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
const packers = {
  br: {
    quick: (text: Buffer) => brotliCompressSync(text, brotliAt(QUICK.br)),
    thorough: (text: Buffer) => brotli(text, brotliAt(THOROUGH.br)),
  },
  gzip: {
    quick: (text: Buffer) => gzipSync(text, { level: QUICK.gzip }),
    thorough: (text: Buffer) => gzipped(text, { level: THOROUGH.gzip }),
  },
  identity: { quick: (text: Buffer) => text, thorough: null },
};

const prepare = (text: Buffer, { until, change }: Pick<Prepared, 'until' | 'change'>): Prepared => {
  const made: Partial<Record<Encoding, { bytes: Buffer; asked: number }>> = {};
  return {
    etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
    until,
    change,
    bytes: (encoding) => {
      const { quick, thorough } = packers[encoding];
      const one = (made[encoding] ??= { bytes: quick(text), asked: 0 });
      one.asked += 1;
      if (thorough && one.asked === WORTH_IT)
        thorough(text).then(
          (bytes) => {
            one.bytes = bytes;
          },
          // The quick one stays.
          () => {},
        );
      return one.bytes;
    },
  };
};

/** What phones read: everything in memory, decided by `decide()`, prepared once per distinct question, renewed when something changed. */
export const createFeed = ({ db, now, base }: { db: Database; now: () => Date; base: string }) => {
  let latest: Promise<Snapshot> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  /** What the last finished look found, and when. */
  let known: { snapshot: Snapshot; at: number } | null = null;
  let timer: NodeJS.Timeout | undefined;

  const load = async (change: number): Promise<Snapshot> => {
    const items = await feedItems(db, now());
    return {
      change,
      held: items.map((item) => ({ item, constant: constantPart(item, base), texts: new Map() })),
      changes: items.flatMap(changesOf).toSorted((one, other) => one - other),
      stores: new Map((await knownStores(db)).map((store) => [store.id, store])),
      reached: new Map(),
      prepared: new Map(),
    };
  };
  const reachedBy = ({ reached, held }: Snapshot, store: PlacedStore | null): Held[] => {
    const found = reached.get(store?.id ?? null) ?? held.filter(({ item }) => reachesCustomer(item, store));
    reached.set(store?.id ?? null, found);
    return found;
  };
  /** Finds every store's items off the hit path, a few stores at a time; whoever asks earlier finds their own. */
  const findAll = async (snapshot: Snapshot): Promise<void> => {
    for (const store of [null, ...snapshot.stores.values()]) {
      reachedBy(snapshot, store);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  /** An item's JSON for a viewer; there are at most four of each. */
  const textOf = ({ item, constant, texts }: Held, viewer: Parameters<typeof viewersPart>[1]): string | null => {
    const part = viewersPart(item, viewer);
    if (part === null) return null;
    const key = `${part.clickable} ${part.storeDependent}`;
    const known = texts.get(key) ?? JSON.stringify({ ...constant, ...part });
    texts.set(key, known);
    return known;
  };
  // The number is read before the rows: a write in between is found by the next look.
  const look = async (held: Promise<Snapshot> | null): Promise<Snapshot> => {
    const before = await held?.catch(() => null);
    try {
      const change = await latestChange(db);
      return before?.change === change ? before : await load(change);
    } catch (error) {
      // While the database is away, what is known is better than nothing, also for those who wait for this look.
      if (before) return before;
      throw error;
    }
  };
  /** One look serves all who ask meanwhile; a failed one is not kept. */
  const current = (): Promise<Snapshot> => {
    if (latest && performance.now() - lookedAt < LOOK_AGAIN_MS) return latest;
    lookedAt = performance.now();
    const next = look(latest);
    latest = next;
    next.then(
      (snapshot) => {
        if (known?.snapshot !== snapshot) void findAll(snapshot);
        known = { snapshot, at: performance.now() };
      },
      () => {
        if (latest === next) latest = null;
      },
    );
    return next;
  };

  const viewerOf = ({ stores }: Snapshot, query: FeedQuery, at: number) => ({
    // A store that is no longer there is none.
    store: (query.storeId && stores.get(query.storeId)) || null,
    segments: query.segments,
    appVersion: query.appVersion,
    at,
  });

  return {
    list: async (query: FeedQuery): Promise<Prepared> => {
      const snapshot = await current();
      const at = now().getTime();
      const key = JSON.stringify([query.storeId ?? null, query.segments, query.appVersion, query.tab ?? null]);
      const ready = snapshot.prepared.get(key);
      if (ready && (ready.until === null || at < ready.until)) return ready;
      const viewer = viewerOf(snapshot, query, at);
      const items = reachedBy(snapshot, viewer.store)
        .filter(({ item }) => !(query.tab === 'start' && item.hiddenOnStart))
        .flatMap((held) => textOf(held, viewer) ?? []);
      const until = snapshot.changes.find((change) => change > at) ?? null;
      const nextChangeAt = until === null ? null : new Date(until).toISOString();
      const text = Buffer.from(`{"items":[${items.join(',')}],"nextChangeAt":${JSON.stringify(nextChangeAt)}}`);
      const made = prepare(text, { until, change: snapshot.change });
      if (snapshot.prepared.size >= PREPARED_AT_MOST) snapshot.prepared.delete(snapshot.prepared.keys().next().value ?? '');
      snapshot.prepared.set(key, made);
      return made;
    },
    /** Whether an answer would be the same if it was asked for now. */
    isCurrent: (answer: Prepared): boolean =>
      known !== null &&
      answer.change === known.snapshot.change &&
      performance.now() - known.at < TRUSTED_MS &&
      (answer.until === null || now().getTime() < answer.until),
    /** Looks by itself from now on, so that nobody waits for the first load and what was saved is seen also when nobody asks. */
    watch: (): void => {
      const lookAgain = (): void => void current().catch(() => {});
      lookAgain();
      timer = setInterval(lookAgain, LOOK_AGAIN_MS).unref();
    },
    unwatch: (): void => clearInterval(timer),
    item: async (id: string, query: FeedQuery): Promise<AppContent | null> => {
      const snapshot = await current();
      const held = snapshot.held.find(({ item }) => item._id === id);
      const part = held && viewersPart(held.item, viewerOf(snapshot, query, now().getTime()));
      return held && part ? { ...held.constant, ...part } : null;
    },
  };
};
export type Feed = ReturnType<typeof createFeed>;
