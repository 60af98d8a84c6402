import { z } from 'zod';
import { decide, type Viewer } from '../audience/index.ts';
import { AppVersion } from '../app-version/index.ts';
import { code, Id, Instant, route, tableOf } from '../core/index.ts';
import { isTarget } from '../deep-links/index.ts';
import { fileUrl } from '../files/index.ts';
import { type Tab, tabs } from './content-types.ts';
import { Content, type UnmarkedContent } from './content.schema.ts';
import { fileFields, phoneFields } from './field-kinds.ts';

const ofPhones = tableOf(phoneFields, () => true as const);

/** What a customer's app gets of an item: nothing editorial, references as URLs. What it is, the field table says. */
export const AppContent = Content.pick({ _id: true, ...ofPhones }).extend({
  /** */
  clickable: z.boolean(),
  /** Set when some stores do not show the item and no store was named. */
  storeDependent: z.literal(true).optional(),
});
export type AppContent = z.infer<typeof AppContent>;
export const AppFeed = z.object({ items: z.array(AppContent), nextChangeAt: Instant.nullable() });

const Constant = AppContent.omit({ clickable: true, storeDependent: true });

/** What an app is: where it finds files, and the scheme of its links. */
export type AppPlace = { base: string; appScheme: string };

/** The part of an item that is the same for all who see it. A URL that no app may open is withheld, whoever stored it (D-13). */
export const constantPart = (item: UnmarkedContent, { base, appScheme }: AppPlace): z.infer<typeof Constant> => {
  const urls = Object.fromEntries(fileFields.map((field) => [field, item[field] && fileUrl(item[field], base)]));
  return Constant.parse({ ...item, ...urls, url: item.url !== null && isTarget(appScheme, item.url) ? item.url : null });
};

/** false for disabled items, and before validity unless the item says otherwise; `at` in milliseconds. */
export const isClickable = ({ disabled, clickableWhenFuture, validityStart }: UnmarkedContent, at: number): boolean =>
  !disabled && (clickableWhenFuture || validityStart === null || at >= Date.parse(validityStart));

/** The part that depends on who asks and when, or null when that viewer may not see the item (APP-05). */
export const viewersPart = (item: UnmarkedContent, viewer: Viewer): Pick<AppContent, 'clickable' | 'storeDependent'> | null => {
  const { visible, reasons } = decide(item, viewer);
  if (!visible) return null;
  const unsure = reasons.some(({ because }) => because === 'withoutStoreUnsure');
  return { clickable: isClickable(item, viewer.at), ...(unsure && { storeDependent: true as const }) };
};

/** Whether a tab of the app shows an item: none of another tab, and on the start none that is hidden there. Items without a tab are of all. */
export const belongsTo = ({ tab, hiddenOnStart }: UnmarkedContent, asked: Tab | undefined): boolean =>
  asked === undefined || ((tab === null || tab === asked) && !(asked === 'start' && hiddenOnStart));

/** Instants, in milliseconds, at which the visibility or the state of an item changes; an end is still inside. */
export const changesOf = ({ publicationStart, publicationEnd, validityStart }: UnmarkedContent): number[] =>
  [publicationStart, validityStart]
    .flatMap((instant) => (instant ? [Date.parse(instant)] : []))
    .concat(publicationEnd ? [Date.parse(publicationEnd) + 1] : []);

const audience = z.object({
  storeId: Id.optional(),
  segments: z
    .string()
    .max(2_000, code('tooLong'))
    .default('')
    .transform((list) =>
      [
        ...new Set(
          list
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean),
        ),
      ].toSorted(),
    ),
  appVersion: AppVersion,
});

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
