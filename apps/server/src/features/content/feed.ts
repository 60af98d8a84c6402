import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { PlacedStore } from '@endcap/contract/audience';
import { type AppContent, appContent, changesOf, type Content, type Tab } from '@endcap/contract/content';
import type { Database } from '../../tables.ts';
import { feedItems, latestChange, placedStores } from './content-feed.repository.ts';

/** A save is seen by every process at most this much later. */
const LOOK_AGAIN_MS = 500;
const PREPARED_AT_MOST = 5_000;

export type FeedQuery = { storeId?: string | undefined; segments: string[]; appVersion: string; tab?: Tab | undefined };
type Encoding = 'br' | 'gzip' | 'identity';
/** An answer made once for all who ask the same: bytes by encoding, strong tag, and how long it holds (milliseconds since 1970). */
export type Prepared = { etag: string; until: number | null; bytes: (encoding: Encoding) => Buffer };
type Snapshot = { change: number; items: Content[]; stores: Map<string, PlacedStore>; prepared: Map<string, Prepared> };

const prepare = (text: string, until: number | null): Prepared => {
  const made: Partial<Record<Encoding, Buffer>> = { identity: Buffer.from(text) };
  const make = { br: brotliCompressSync, gzip: gzipSync };
  return {
    etag: `"${createHash('sha256').update(text).digest('base64url')}"`,
    until,
    bytes: (encoding) =>
      (made[encoding] ??=
        encoding === 'br'
          ? make.br(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
          : encoding === 'gzip'
            ? make.gzip(text)
            : Buffer.from(text)),
  };
};

/** What phones read: everything in memory, decided by `decide()`, prepared once per distinct question, renewed when something changed. */
export const createFeed = ({ db, now, base }: { db: Database; now: () => Date; base: string }) => {
  let snapshot: Promise<Snapshot> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  const load = async (change: number): Promise<Snapshot> => ({
    change,
    items: await feedItems(db, now()),
    stores: await placedStores(db),
    prepared: new Map(),
  });
  const current = async (): Promise<Snapshot> => {
    const held = snapshot;
    if (held && performance.now() - lookedAt < LOOK_AGAIN_MS) return held;
    lookedAt = performance.now();
    // One look serves all who ask meanwhile. The number is read before the rows: a write in between is found by the next look.
    const next = (async (): Promise<Snapshot> => {
      const change = await latestChange(db);
      const known = await held?.catch(() => null);
      return known?.change === change ? known : load(change);
    })();
    snapshot = next;
    // While the database is away, what is known is better than nothing.
    return next.catch((error: unknown) => {
      if (snapshot === next) snapshot = held;
      if (!held) throw error;
      return held;
    });
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
      const held = await current();
      const at = now().getTime();
      const key = JSON.stringify([query.storeId ?? null, query.segments, query.appVersion, query.tab ?? null]);
      const known = held.prepared.get(key);
      if (known && (known.until === null || at < known.until)) return known;
      const viewer = viewerOf(held, query, at);
      const items = held.items
        .filter((item) => !(query.tab === 'start' && item.hiddenOnStart))
        .flatMap((item) => appContent(item, viewer, base) ?? []);
      const ahead = held.items.flatMap(changesOf).filter((change) => change > at);
      const until = ahead.length > 0 ? ahead.reduce((least, change) => Math.min(least, change)) : null;
      const made = prepare(JSON.stringify({ items, nextChangeAt: until === null ? null : new Date(until).toISOString() }), until);
      if (held.prepared.size >= PREPARED_AT_MOST) held.prepared.delete(held.prepared.keys().next().value ?? '');
      held.prepared.set(key, made);
      return made;
    },
    item: async (id: string, query: FeedQuery): Promise<AppContent | null> => {
      const held = await current();
      const item = held.items.find(({ _id }) => _id === id);
      return item ? appContent(item, viewerOf(held, query, now().getTime()), base) : null;
    },
  };
};
