import type { Aimed, AudienceStore } from '@endcap/contract/audience';
import { nameWithCity } from '@endcap/contract/core';
import { readDeepLink } from '@endcap/contract/deep-links';
import { difference } from '@endcap/contract/history';
import {
  findingsOf,
  isNeverOpen,
  type LinkCheck,
  type LinkSource,
  narrowed,
  shortened,
  STORES_NAMED,
  widened,
} from '@endcap/contract/links';
import type { Db } from '../../tables.ts';
import { linkedContent } from '../content/index.ts';
import type { Profile } from '../delivery/index.ts';
import type { PageCount } from '../files/index.ts';
import { allStores } from '../stores/index.ts';
import { missedBy, type StoreLookup } from './missed-phones.ts';

export type Checked = {
  source: LinkSource;
  /** Which parts of its audience can be narrowed, and whether its time can be. */
  has: { stores: boolean; segments: boolean; version: boolean; dates: boolean };
  /** True if the caller may change the item. */
  mayWiden: boolean;
  /** The phones that have the link. */
  having: (item: Aimed, storeOf: StoreLookup) => Promise<Profile[]>;
};

/** Most app versions that are named as examples. */
const VERSIONS_NAMED = 3;
const nothing = {
  pages: null,
  never: false,
  before: null,
  after: null,
  withoutStore: false,
  segments: [],
  versions: [],
  devices: null,
  unable: null,
};
const goneCheck = (url: string, link: { contentId: string; page: number }, name: string | null): LinkCheck => ({
  ...nothing,
  ...link,
  url,
  name,
  gone: true,
  whole: false,
  stores: { count: 0, named: [] },
  mends: { narrow: null, widen: null, shorten: null },
});

type Missed = ReturnType<typeof missedBy>;
/** Leaves out restrictions of the item that exclude no phone: a version that every phone has, or segments that contain all phones. */
const asItActs = (item: Aimed, source: LinkSource, { bySegments, versions }: Missed): Aimed => ({
  ...item,
  segments: bySegments ? item.segments : [],
  version: versions.size > 0 ? item.version : source.version,
});

/** Returns the fields that would change; null if none would. */
const changed = <T extends Record<string, unknown>, P extends Partial<T>>(before: T, after: P): Partial<P> | null => {
  const fields = Object.keys(difference(before, { ...before, ...after }));
  return fields.length === 0 ? null : (Object.fromEntries(Object.entries(after).filter(([field]) => fields.includes(field))) as Partial<P>);
};

const mendsOf = (
  { item, revision }: { item: Aimed; revision: number },
  missed: Missed,
  stores: readonly AudienceStore[],
  { source, has, mayWiden }: Checked,
): LinkCheck['mends'] => {
  const acting = asItActs(item, source, missed);
  const findings = findingsOf(source, acting, stores);
  const isMissed = missed.unable > 0 || findings.stores.length > 0;
  const isLate = findings.before !== null || findings.after !== null;
  const canNarrow = has.stores || (findings.stores.length === 0 && !findings.withoutStore);
  // Apply only the restrictions that the send supports. The next check reports the recipients who remain.
  const narrowable: Aimed = {
    ...acting,
    segments: has.segments ? acting.segments : [],
    version: has.version ? acting.version : source.version,
  };
  const narrow = isMissed && canNarrow ? narrowed(source, narrowable, { stores, has }) : null;
  const wide = mayWiden && (isMissed || isLate) ? widened(acting, source, stores, missed.stores) : null;
  const patch =
    wide &&
    changed(item, {
      ...wide,
      segments: missed.bySegments ? wide.segments : [...item.segments],
      version: missed.versions.size > 0 ? wide.version : item.version,
    });
  return {
    narrow: narrow && changed(source, narrow) ? narrow : null,
    widen: patch ? { tag: `"${revision}"`, patch } : null,
    shorten: isLate && has.dates ? shortened(source, acting) : null,
  };
};

/** Checks links to content for the whole life of their source. Leaves out addresses that lead elsewhere (LINK-01, LINK-02). */
export const createLinkCheck =
  ({ db, appScheme, pagesOf }: { db: Db; appScheme: string; pagesOf: PageCount }) =>
  async (urls: readonly string[], checked: Checked): Promise<LinkCheck[]> => {
    const stores = await allStores(db);
    const byId = new Map(stores.map((store) => [store.id, store]));
    const storeOf: StoreLookup = (id) => (id !== null && byId.get(id)) || null;

    const checkOne = async (url: string): Promise<LinkCheck[]> => {
      const link = readDeepLink(appScheme, url);
      if (link === null) return [];
      const linked = await linkedContent(db, link.contentId);
      if (!linked || linked.deleted) return [goneCheck(url, link, linked?.name ?? null)];
      const { item } = linked;
      const missed = missedBy(item, await checked.having(item, storeOf), storeOf);
      const { before, after, stores: closed } = findingsOf(checked.source, item, stores);
      const living = closed.filter(({ deleted }) => !deleted);
      return [
        {
          url,
          ...link,
          name: linked.name,
          gone: false,
          whole: before === null && after === null && living.length === 0 && missed.unable === 0,
          pages: link.page === 1 ? null : await pagesOf(linked.file),
          never: isNeverOpen(checked.source, item),
          before,
          after,
          stores: {
            count: living.length,
            named: living.slice(0, STORES_NAMED).map(({ id, ...store }) => ({ _id: id, name: nameWithCity(store) })),
          },
          withoutStore: missed.withoutStore,
          segments: missed.bySegments ? [...item.segments] : [],
          versions: [...missed.versions].slice(0, VERSIONS_NAMED),
          devices: missed.devices,
          unable: missed.unable,
          mends: mendsOf(linked, missed, stores, checked),
        },
      ];
    };
    const all: LinkCheck[] = [];
    for (const url of new Set(urls)) all.push(...(await checkOne(url)));
    return all;
  };
