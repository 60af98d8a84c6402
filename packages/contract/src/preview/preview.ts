import { z } from 'zod';
import { AppVersion } from '../app-version/index.ts';
import { Hiding } from '../audience/index.ts';
import { AppContent, contentTypes, tabs } from '../content/index.ts';
import { code, type FieldProblemCode, Id, Instant, route, SearchText, tableOf } from '../core/index.ts';
import { InboxItem } from '../devices/index.ts';
import { AppPopup } from '../popups/index.ts';
import { SegmentName } from '../segments/index.ts';
import { Brand } from '../session/index.ts';
import { AppSettings } from '../settings/index.ts';
import { KnownStore } from '../stores/index.ts';
import { readInstant } from '../warsaw-time/index.ts';
import { Overlay } from './overlay.ts';

/**
 * Limit of visible items in a response: of all items, and per tab of its cards and of the rest of its feed. All of them are counted, and
 * can be requested by id.
 */
export const ITEMS_MOST = 200;
/** As many as two answers have. */
const ASKED_MOST = 5_000;
/** Limit of hidden items in a response. The others are counted, and can be found by name. */
export const HIDDEN_MOST = 100;
/** Instants of change to either side of the one that is shown, and how far they may lie away. */
export const CHANGES_MOST = 200;
export const CHANGES_DAYS = 14;
/** Items of one such instant that are named. */
export const CHANGED_NAMES = 5;

/** Why a text is no instant that can be previewed; null when it is one. */
const instantProblem = (text: string): FieldProblemCode | null => {
  if (readInstant(text) !== null) return null;
  const year = new Date(text).getUTCFullYear();
  return year < 2000 || year >= 2100 ? 'outsideYears' : 'notDate';
};

/** An instant or a day of 2000 to 2100, stored as an instant. */
export const PreviewInstant = z
  .string({ error: ({ input }) => (input === undefined ? code('required') : code('notDate')) })
  .max(40, code('notDate'))
  .check(({ value, issues }) => {
    const problem = instantProblem(value);
    if (problem) issues.push({ code: 'custom', message: problem, input: value });
  })
  .transform((text) => readInstant(text) ?? text);

/** The customer whose app is previewed. */
export const viewerFields = {
  /** Null: a customer who chose no store. */
  storeId: Id.nullable().default(null),
  segments: z
    .array(SegmentName, code('invalid'))
    .max(500, code('tooMany'))
    .default([])
    .transform((names) => [...new Set(names)].toSorted()),
  appVersion: AppVersion,
};

/** PREV-01: a customer and an instant. */
export const PreviewQuestion = z.object({
  ...viewerFields,
  /** Null: now. */
  at: PreviewInstant.nullable().default(null),
  overlay: Overlay.nullable().default(null),
  /** Narrows what is hidden to names and titles with this in them. */
  text: SearchText,
});
export type PreviewQuestion = z.output<typeof PreviewQuestion>;

/** The same customer and instant, asked about items by their ids. */
export const PreviewItemsQuestion = PreviewQuestion.omit({ text: true }).extend({
  ids: z.array(Id, code('invalid')).max(ASKED_MOST, code('tooMany')),
});
export type PreviewItemsQuestion = z.output<typeof PreviewItemsQuestion>;

/** PREV-03: what a customer does not see, and every rule that hides it; a popup may be silent besides. */
const HiddenItem = z.object({
  id: Id,
  kind: z.enum(['content', 'popup']),
  contentType: z.enum(contentTypes).nullable(),
  name: z.string(),
  because: z.array(z.union([Hiding, z.object({ because: z.literal('noText') })])),
});
export type HiddenItem = z.infer<typeof HiddenItem>;

const turnings = ['appears', 'becomesValid', 'goes', 'arrives', 'expires'] as const;

/** PREV-04: an instant at which what this customer sees changes: by the dates of items and notifications, or because somebody edited something. */
const PreviewChange = z.object({
  at: Instant,
  edited: z.boolean(),
  /** Number of changing items; only the first are named. */
  count: z.number().int(),
  items: z.array(z.object({ id: Id, name: z.string(), turning: z.enum(turnings) })),
});
export type PreviewChange = z.infer<typeof PreviewChange>;

/** Visible and hidden content of the app at one instant. Files are paths on the server that responds. */
export const Preview = z.object({
  at: Instant,
  /** True if the state was rebuilt from the history (PREV-06). */
  isPast: z.boolean(),
  store: KnownStore.pick({ id: true, name: true, storeNo: true, city: true, deleted: true }).nullable(),
  brand: Brand,
  /** The first visible items, and those of `tabs`, in the order of the feed. */
  items: z.array(AppContent),
  /** Number of visible items. */
  itemsTotal: z.number().int(),
  /** Ids of the items that the feed of each tab has, in its order: its first cards, the first of the rest, and what is laid over. */
  tabs: z.object(tableOf(tabs, () => z.array(Id))),
  /** Number of cards in each tab. */
  cardTotals: z.object(tableOf(tabs, () => z.number().int())),
  nextChangeAt: Instant.nullable(),
  popups: z.array(AppPopup),
  settings: AppSettings,
  /** Valid notifications to subscribers whose main store this is, newest first. */
  notifications: z.array(InboxItem),
  hidden: z.array(HiddenItem),
  hiddenTotal: z.number().int(),
  changes: z.array(PreviewChange),
  /** Names of groups, by id. */
  names: z.record(z.string(), z.string()),
});
export type Preview = z.infer<typeof Preview>;

export const previewRoutes = {
  show: route({
    method: 'POST',
    path: '/api/v1/preview',
    // PREV-01..04, PREV-06, PREV-07
    summary: 'What the app shows a customer at an instant, what it does not show and why; also with a form that is not saved',
    access: 'admin',
    rights: 'remembered',
    body: PreviewQuestion,
    reply: Preview,
  }),
  items: route({
    method: 'POST',
    path: '/api/v1/preview/items',
    // PREV-01, PREV-05
    summary: 'Which of some items the app shows a customer at an instant, whole and in the order of the feed',
    access: 'admin',
    rights: 'remembered',
    body: PreviewItemsQuestion,
    reply: z.object({ items: z.array(AppContent) }),
  }),
};
