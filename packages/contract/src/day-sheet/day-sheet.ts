import { z } from 'zod';
import { type Aimed, decide, type AudienceStore } from '../audience/index.ts';
import { contentTypes, discountValueTypes, type UnmarkedContent } from '../content/index.ts';
import { Id, Instant } from '../core/index.ts';
import { daySheetNotes } from '../plugins/index.ts';
import { StoreDay } from '../trading-days/index.ts';
import { startOfDay } from '../warsaw-time/index.ts';
import { barcodeOf } from './barcode.ts';

/** First and last millisecond of a day in Warsaw. */
export type DayBounds = { from: number; to: number };
export const boundsOfDay = (day: string): DayBounds => ({ from: Date.parse(startOfDay(day)), to: Date.parse(startOfDay(day, 1)) - 1 });

/** A report that a code does not scan. */
export const CodeReport = z.object({
  _id: Id,
  store: z.object({ _id: Id, name: z.string(), storeNo: z.number().int().nullable() }),
  by: z.string(),
  at: Instant,
});
export type CodeReport = z.infer<typeof CodeReport>;

export const SheetItem = z.object({
  _id: Id,
  contentType: z.enum(contentTypes),
  /** The title for customers; without one, the internal name. */
  name: z.string(),
  pinned: z.boolean(),
  disabled: z.boolean(),
  code: z.string().nullable(),
  barcode: z.object({ format: z.enum(['EAN13', 'EAN8', 'CODE128']), text: z.string(), wrongDigit: z.boolean() }).nullable(),
  discount: z.object({ value: z.string(), type: z.enum(discountValueTypes) }).nullable(),
  minBasket: z.number().nullable(),
  threshold: z.number().nullable(),
  products: z.number().int(),
  productGroup: z.string().nullable(),
  /** Empty: every customer. */
  segments: z.array(z.string()),
  regulations: z.array(z.string()),
  validFrom: Instant.nullable(),
  validUntil: Instant.nullable(),
  /** True if the item is valid at some instant of the day; otherwise the app only shows it. */
  isValid: z.boolean(),
  /** Start and end of the item if they are on this day; otherwise null. */
  begins: Instant.nullable(),
  ends: Instant.nullable(),
  /** Change since the start of the day before: a new item, or the names of the changed fields. */
  changed: z.object({ isNew: z.boolean(), fields: z.array(z.string()), at: Instant, by: z.string() }).nullable(),
  /** When staff of this store reported that the code does not scan; null without an open report. */
  reportedAt: Instant.nullable(),
});
export type SheetItem = z.infer<typeof SheetItem>;

/** Items in the app of a store's customers on a day, regardless of segments (SHEET-01). */
export const DaySheet = z.object({
  store: z.object({ _id: Id, name: z.string(), storeNo: z.number().int().nullable(), address: z.string() }),
  day: z.string(),
  /** Null if the store's hours on the day are unknown. */
  hours: StoreDay.nullable(),
  /** When the sheet was read. */
  at: Instant,
  ...daySheetNotes,
  items: z.array(SheetItem),
  /** Items that were shown the day before and no longer are. */
  gone: z.array(SheetItem.pick({ _id: true, name: true, contentType: true })),
  /** Sends with their current text: `planned` until they start at `at`, with the times of the last correction and of the recall. */
  pushes: z.array(
    z.object({
      _id: Id,
      title: z.string(),
      text: z.string(),
      at: Instant,
      planned: z.boolean(),
      /** True for a plan that starts only after another administrator's approval (CARE-04). */
      unapproved: z.boolean().optional(),
      correctedAt: Instant.nullable(),
      recalledAt: Instant.nullable(),
      /** CARE-05: a safety message. */
      safety: z.boolean().optional(),
    }),
  ),
});
export type DaySheet = z.infer<typeof DaySheet>;

const laterOf = (one: string | null, other: string | null): string | null =>
  one !== null && other !== null ? (Date.parse(one) > Date.parse(other) ? one : other) : (one ?? other);
const earlierOf = (one: string | null, other: string | null): string | null =>
  one !== null && other !== null ? (Date.parse(one) < Date.parse(other) ? one : other) : (one ?? other);
const onDay = (instant: string | null, { from, to }: DayBounds): string | null =>
  instant !== null && Date.parse(instant) >= from && Date.parse(instant) <= to ? instant : null;

/**
 * Returns whether customers of a store see an item at some instant of a day, as `decide()` evaluates it, regardless of segments and app
 * version (SHEET-04). An item that ends at the midnight with which the day begins belongs to the day before (E-61).
 */
export const isOnSheet = (item: Aimed, store: AudienceStore, { from, to }: DayBounds): boolean => {
  // A window that overlaps the day is open at the later of both beginnings.
  const at = Math.max(from, item.publicationStart === null ? from : Date.parse(item.publicationStart));
  const hasEnded = item.publicationEnd !== null && Date.parse(item.publicationEnd) <= from;
  return !hasEnded && at <= to && decide(item, { store, segments: null, appVersion: null, at }).visible;
};

type Item = Omit<UnmarkedContent, 'prevImage'>;
/** Builds an item's row of the sheet, without its changes and reports. */
export const sheetItemOf = (item: Item, bounds: DayBounds): Omit<SheetItem, 'changed' | 'reportedAt'> => {
  const start = laterOf(item.publicationStart, item.validityStart);
  const end = earlierOf(item.publicationEnd, item.validityEnd);
  const { discountValue: value, discountValueType: type } = item;
  return {
    _id: item._id,
    contentType: item.contentType,
    name: item.title ?? item.name ?? '',
    pinned: item.pinned,
    disabled: item.disabled,
    code: item.ean,
    barcode: item.ean === null ? null : barcodeOf(item.ean),
    discount: value !== null && type !== null ? { value, type } : null,
    minBasket: item.minBasketValue,
    threshold: item.promoThreshold,
    products: item.productEANs.length,
    productGroup: item.productGroup,
    segments: [...item.segments],
    regulations: [item.regulation1Name, item.regulation2Name, item.regulation3Name].filter(
      (name): name is string => name !== null && name !== '',
    ),
    validFrom: item.validityStart,
    validUntil: item.validityEnd,
    isValid: (start === null || Date.parse(start) <= bounds.to) && (end === null || Date.parse(end) > bounds.from),
    begins: onDay(start, bounds),
    // The midnight that ends the day is its last moment.
    ends: onDay(end, { from: bounds.from + 1, to: bounds.to + 1 }),
  };
};
