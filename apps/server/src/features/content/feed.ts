import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PlacedStore } from '@endcap/contract/audience';
import { type AppContent, changesOf, constantPart, type Tab, type UnmarkedContent, viewersPart } from '@endcap/contract/content';
import type { Database } from '../../tables.ts';
import { feedItems, knownStores, latestChange } from './content-feed.repository.ts';

/** A save is seen by every process at most this much later. */
const LOOK_AGAIN_MS = 500;
const PREPARED_AT_MOST = 5_000;
const BROTLI_QUALITY = 5;

export type FeedQuery = { storeId?: string | undefined; segments: string[]; appVersion: string; tab?: Tab | undefined };
type Encoding = 'br' | 'gzip' | 'identity';
/** An answer made once for all who ask the same: bytes by encoding, strong tag, and how long it holds (milliseconds since 1970). */
export type Prepared = { etag: string; until: number | null; bytes: (encoding: Encoding) => Buffer };
/** An item with what of it is the same for everybody, made once. */
type Held = { item: UnmarkedContent; constant: ReturnType<typeof constantPart>; texts: Map<string, string> };
type Snapshot = { change: number; held: Held[]; changes: number[]; stores: Map<string, PlacedStore>; prepared: Map<string, Prepared> };

const encoders: Record<Encoding, (text: string) => Buffer> = {
  br: (text) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text) => gzipSync(text),
  identity: (text) => Buffer.from(text),
};

const prepare = (text: string, until: number | null): Prepared => {
  const made: Partial<Record<Encoding, Buffer>> = {};
  return {
    etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
    until,
    bytes: (encoding) => (made[encoding] ??= encoders[encoding](text)),
  };
};

/** What phones read: everything in memory, decided by `decide()`, prepared once per distinct question, renewed when something changed. */
export const createFeed = ({ db, now, base }: { db: Database; now: () => Date; base: string }) => {
  let latest: Promise<Snapshot> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const load = async (change: number): Promise<Snapshot> => {
    const items = await feedItems(db, now());
    return {
      change,
      held: items.map((item) => ({ item, constant: constantPart(item, base), texts: new Map() })),
      changes: items.flatMap(changesOf).toSorted((one, other) => one - other),
      stores: new Map((await knownStores(db)).map((store) => [store.id, store])),
      prepared: new Map(),
    };
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
    const known = await held?.catch(() => null);
    try {
      const change = await latestChange(db);
      return known?.change === change ? known : await load(change);
    } catch (error) {
      // While the database is away, what is known is better than nothing, also for those who wait for this look.
      if (known) return known;
      throw error;
    }
  };
  /** One look serves all who ask meanwhile; a failed one is not kept. */
  const current = (): Promise<Snapshot> => {
    if (latest && performance.now() - lookedAt < LOOK_AGAIN_MS) return latest;
    lookedAt = performance.now();
    const next = look(latest);
    latest = next;
    next.catch(() => {
      if (latest === next) latest = null;
    });
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
      const known = snapshot.prepared.get(key);
      if (known && (known.until === null || at < known.until)) return known;
      const viewer = viewerOf(snapshot, query, at);
      const items = snapshot.held
        .filter(({ item }) => !(query.tab === 'start' && item.hiddenOnStart))
        .flatMap((held) => textOf(held, viewer) ?? []);
      const until = snapshot.changes.find((change) => change > at) ?? null;
      const nextChangeAt = until === null ? null : new Date(until).toISOString();
      const made = prepare(`{"items":[${items.join(',')}],"nextChangeAt":${JSON.stringify(nextChangeAt)}}`, until);
      if (snapshot.prepared.size >= PREPARED_AT_MOST) snapshot.prepared.delete(snapshot.prepared.keys().next().value ?? '');
      snapshot.prepared.set(key, made);
      return made;
    },
    item: async (id: string, query: FeedQuery): Promise<AppContent | null> => {
      const snapshot = await current();
      const held = snapshot.held.find(({ item }) => item._id === id);
      const part = held && viewersPart(held.item, viewerOf(snapshot, query, now().getTime()));
      return held && part ? { ...held.constant, ...part } : null;
    },
  };
};
