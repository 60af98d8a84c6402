import { z } from 'zod';
import { type Aimed, decide, millisecondsOf, type Moment, type Viewer } from '../audience/index.ts';
import { AppVersion } from '../app-version/index.ts';
import { code, Id, Instant, route, singleLine, tableOf } from '../core/index.ts';
import { isTarget } from '../deep-links/index.ts';
import { fileUrl } from '../files/index.ts';
import { SEGMENTS_MOST } from '../segments/index.ts';
import { type Tab, tabs } from './content-types.ts';
import { Content, type UnmarkedContent } from './content.schema.ts';
import { fileFields, phoneFields } from './field-kinds.ts';

const ofPhones = tableOf(phoneFields, () => true as const);

/** An item as customers' apps get it: no editorial fields, references as URLs. The field table defines the fields. */
export const AppContent = Content.pick({ _id: true, ...ofPhones }).extend({
  /** */
  clickable: z.boolean(),
  /** Set when some stores do not show the item and no store was named. */
  storeDependent: z.literal(true).optional(),
});
export type AppContent = z.infer<typeof AppContent>;
export const AppFeed = z.object({ items: z.array(AppContent), nextChangeAt: Instant.nullable() });

const Constant = AppContent.omit({ clickable: true, storeDependent: true });

/** Base URL of an app's files, and the scheme of its links. */
export type AppPlace = { base: string; appScheme: string };

/** Returns the part of an item that is the same for all viewers. A URL that the app may not open is null (D-13). */
export const constantPart = (item: UnmarkedContent, { base, appScheme }: AppPlace): z.infer<typeof Constant> => {
  const urls = Object.fromEntries(fileFields.map((field) => [field, item[field] && fileUrl(item[field], base)]));
  return Constant.parse({ ...item, ...urls, url: item.url !== null && isTarget(appScheme, item.url) ? item.url : null });
};

/** The facts of an item that decide who gets it and in which state. */
export type AudienceFacts = Aimed<Moment> &
  Pick<UnmarkedContent, 'tab' | 'hiddenOnStart' | 'clickableWhenFuture'> & { validityStart: Moment | null };

const inMilliseconds = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));
/** Returns the facts with instants in milliseconds. They are parsed here once, since every response compares them. */
export const audienceFactsOf = (item: Pick<UnmarkedContent, keyof AudienceFacts>): AudienceFacts => ({
  includeStoreType: item.includeStoreType,
  includeStores: item.includeStores,
  excludeStores: item.excludeStores,
  includeStoreGroups: item.includeStoreGroups,
  excludeStoreGroups: item.excludeStoreGroups,
  segments: item.segments,
  version: item.version,
  disabled: item.disabled,
  publicationStart: inMilliseconds(item.publicationStart),
  publicationEnd: inMilliseconds(item.publicationEnd),
  tab: item.tab,
  hiddenOnStart: item.hiddenOnStart,
  clickableWhenFuture: item.clickableWhenFuture,
  validityStart: inMilliseconds(item.validityStart),
});

/** Returns false for disabled items, and before validity unless the item allows it; `at` in milliseconds. */
const isClickable = ({ disabled, clickableWhenFuture, validityStart }: AudienceFacts, at: number): boolean =>
  !disabled && (clickableWhenFuture || validityStart === null || at >= millisecondsOf(validityStart));

/** Changes of an item over time: it appears, becomes valid, or disappears. */
export type Transition = 'appears' | 'becomesValid' | 'goes';

/** Calls `note` for each instant, in milliseconds, at which the visibility or state of an item changes. Ends are inclusive. */
export const eachTransition = (
  { publicationStart, publicationEnd, validityStart }: AudienceFacts,
  note: (at: number, transition: Transition) => void,
): void => {
  if (publicationStart !== null) note(millisecondsOf(publicationStart), 'appears');
  if (validityStart !== null) note(millisecondsOf(validityStart), 'becomesValid');
  if (publicationEnd !== null) note(millisecondsOf(publicationEnd) + 1, 'goes');
};

/** Returns the next of these instants, in milliseconds, or null. */
const changesAt = (item: AudienceFacts, at: number): number | null => {
  let next = Number.POSITIVE_INFINITY;
  eachTransition(item, (instant) => {
    if (instant > at && instant < next) next = instant;
  });
  return next === Number.POSITIVE_INFINITY ? null : next;
};

/** The part of an item that depends on the viewer, null before and after its publication. It may change at `until`; null: never. */
export type ViewerState = { part: Pick<AppContent, 'clickable' | 'storeDependent'> | null; until: number | null };

/** Returns null if store, segments or version hide an item from a viewer, at all times (APP-05). */
export const viewerStateOf = (item: AudienceFacts, viewer: Viewer): ViewerState | null => {
  const { visible, reasons } = decide(item, viewer);
  if (reasons.some(({ rule, hides }) => hides && rule !== 'window')) return null;
  const unsure = reasons.some(({ because }) => because === 'withoutStoreUnsure');
  return {
    part: visible ? { clickable: isClickable(item, viewer.at), ...(unsure && { storeDependent: true as const }) } : null,
    until: changesAt(item, viewer.at),
  };
};

/** Returns whether the feed of a tab contains an item. Items without a tab are in all; `hiddenOnStart` excludes the start (see `isCardOf`). */
export const belongsTo = ({ tab, hiddenOnStart }: AudienceFacts, selected: Tab | undefined): boolean =>
  selected === undefined || ((tab === null || tab === selected) && !(selected === 'start' && hiddenOnStart));

/** Length of a URL that all intermediaries should support (RFC 9110, 4.1). */
const SEGMENTS_LENGTH = 8_000;
/** In one order, and in the spelling of the list of segments. */
const SegmentNames = z
  .string()
  .max(SEGMENTS_LENGTH, code('tooLong'))
  .refine((list) => list.split(',').length <= SEGMENTS_MOST, code('tooMany'))
  .default('')
  .transform((list) => list.split(','))
  .pipe(z.array(singleLine))
  .transform((names) => [...new Set(names.filter(Boolean))].toSorted())
  .describe(
    `Names of segments with commas between, each in any spelling that shows the same: at most ${SEGMENTS_MOST} names and ${SEGMENTS_LENGTH} characters. ` +
      'They travel in the head of the request, percent-encoded, where a Polish letter takes 6 bytes: this server takes 16 kB of it, a proxy often a line of 8 kB.',
  );

const audience = z.object({ storeId: Id.optional(), segments: SegmentNames, appVersion: AppVersion });

export const appContentRoutes = {
  feed: route({
    method: 'GET',
    path: '/app/v1/content',
    summary: 'What this audience sees now: pinned first, then the newest publication',
    access: 'anyone',
    query: audience.extend({ tab: z.enum(tabs, code('unknown')).optional() }),
    reply: AppFeed,
    prepared: true,
  }),
  item: route({
    method: 'GET',
    path: '/app/v1/content/:contentId',
    summary: 'One item, when this audience may see it',
    access: 'anyone',
    params: z.object({ contentId: Id }),
    query: audience,
    reply: AppContent,
  }),
};
