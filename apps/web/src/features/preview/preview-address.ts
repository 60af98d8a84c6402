import { AppVersion } from '@endcap/contract/app-version';
import { ID_PATTERN } from '@endcap/contract/core';
import type { PreviewQuestion } from '@endcap/contract/preview';
import { readInstant } from '@endcap/contract/warsaw-time';

/** The most common app version; the default if the address has none. */
export const DEFAULT_VERSION = '3.4.0';

/** A viewer and an instant as in the address. Defaults: no store, no segments, the default version, now. */
export type ViewerSearch = {
  store?: string | undefined;
  segments?: string | undefined;
  version?: string | undefined;
  at?: string | undefined;
};
/** Settings of the first and the second phone (`beside`: it is shown), and the filters of the list below. */
export type PreviewSearch = ViewerSearch & {
  beside?: true | undefined;
  store2?: string | undefined;
  segments2?: string | undefined;
  version2?: string | undefined;
  at2?: string | undefined;
  text?: string | undefined;
  form?: true | undefined;
};

/** The viewer of the evidence, and the end of the reported changes; defaults to now. */
export type EvidenceSearch = ViewerSearch & { until?: string | undefined };

const LONGEST = 2_000;
const viewerTexts = ['store', 'segments', 'version', 'at'] as const;
const texts = [...viewerTexts, 'store2', 'segments2', 'version2', 'at2', 'text'] as const;

const textsOf = <Name extends string>(search: { [N in Name]?: unknown }, names: readonly Name[]): { [N in Name]?: string } => {
  const entries = names.flatMap((name) => {
    const value: unknown = search[name];
    return typeof value === 'string' ? [[name, value.replaceAll('\0', '').slice(0, LONGEST)] as const] : [];
  });
  return Object.fromEntries(entries) as { [N in Name]?: string };
};

export const readEvidenceSearch = (search: EvidenceSearch): EvidenceSearch => textsOf(search, [...viewerTexts, 'until']);

/** Returns true if a flag is set: text in an address, or a boolean in a link of the page. */
const isMarked = (value: unknown): boolean => value === true || value === 'true';

/** Parses the search parameters of any address: texts, and two flags. */
export const readSearch = (search: PreviewSearch): PreviewSearch => ({
  ...textsOf(search, texts),
  ...(isMarked(search.beside) && { beside: true as const }),
  ...(isMarked(search.form) && { form: true as const }),
});

export const viewersOf = (search: PreviewSearch): [first: ViewerSearch, second: ViewerSearch | null] => {
  const { store, segments, version, at, beside, store2, segments2, version2, at2 } = search;
  return [{ store, segments, version, at }, beside ? { store: store2, segments: segments2, version: version2, at: at2 } : null];
};

/** Returns the search with a part of one of the two viewers changed. */
export const searchWith = (search: PreviewSearch, second: boolean, part: ViewerSearch): PreviewSearch => {
  if (!second) return { ...search, ...part };
  const renamed = Object.entries(part).map(([name, value]) => [`${name}2`, value]);
  return { ...search, ...Object.fromEntries(renamed) };
};

/** Adds the second phone with the settings of the first one. */
export const withSecond = (search: PreviewSearch): PreviewSearch => {
  const [first] = viewersOf(search);
  return searchWith({ ...search, beside: true }, true, first);
};
export const withoutSecond = (search: PreviewSearch): PreviewSearch =>
  searchWith({ ...search, beside: undefined }, true, { store: undefined, segments: undefined, version: undefined, at: undefined });

export const segmentsOf = ({ segments }: ViewerSearch): string[] =>
  (segments ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

export type PreviewQuery = Pick<PreviewQuestion, 'storeId' | 'segments' | 'appVersion' | 'at'>;

/** Returns the query for the server. Invalid values in the address are ignored. */
export const previewQueryOf = (search: ViewerSearch): PreviewQuery => ({
  storeId: search.store !== undefined && ID_PATTERN.test(search.store) ? search.store : null,
  segments: segmentsOf(search),
  appVersion: AppVersion.safeParse(search.version).data ?? DEFAULT_VERSION,
  at: search.at === undefined ? null : readInstant(search.at),
});
