import { z } from 'zod';
import { type Aimed, decide, type PlacedStore } from '../audience/index.ts';
import { contentTypes, discountValueTypes, type UnmarkedContent } from '../content/index.ts';
import { Id, Instant } from '../core/index.ts';
import { startOfDay } from '../warsaw-time/index.ts';
import { barcodeOf } from './barcode.ts';

/** A day of Warsaw: its first and its last millisecond. */
export type DayBounds = { from: number; to: number };
export const boundsOfDay = (day: string): DayBounds => ({ from: Date.parse(startOfDay(day)), to: Date.parse(startOfDay(day, 1)) - 1 });

/** Somebody reported that a code does not scan. */
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
  /** As customers know it, else as staff do. */
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
  /** Whether it is valid at some instant of the day; else it is only in the app. */
  isValid: z.boolean(),
  /** The instant of this day at which it begins, and at which it ends. */
  begins: Instant.nullable(),
  ends: Instant.nullable(),
  /** What was done to it since the day before began: a new item, or the names of the changed fields. */
  changed: z.object({ isNew: z.boolean(), fields: z.array(z.string()), at: Instant, by: z.string() }).nullable(),
  /** When somebody of this store reported that its code does not scan; null: nobody did, or it is settled. */
  reportedAt: Instant.nullable(),
});
export type SheetItem = z.infer<typeof SheetItem>;

/** SHEET-01: what is in the app of a store's customers on a day, whatever their segments. */
export const DaySheet = z.object({
  store: z.object({ _id: Id, name: z.string(), storeNo: z.number().int().nullable(), address: z.string() }),
  day: z.string(),
  /** When it was read. */
  at: Instant,
  /** Head office keeps the day free for itself (CARE-06). */
  keptDay: z.object({ reason: z.string().nullable() }).nullable(),
  items: z.array(SheetItem),
  /** What was there the day before and is no more. */
  gone: z.array(SheetItem.pick({ _id: true, name: true, contentType: true })),
  /** As they read now. `planned`: it starts then, and nobody has it yet; when its text was replaced last, and when it was taken back. */
  pushes: z.array(
    z.object({
      _id: Id,
      title: z.string(),
      text: z.string(),
      at: Instant,
      planned: z.boolean(),
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
 * SHEET-04: true if customers of a store see an item at some instant of a day, as `decide()` has it, whatever their segments and app version. An
 * item that ends at the midnight with which the day begins belongs to the day before (E-61).
 */
export const isOnSheet = (item: Aimed, store: PlacedStore, { from, to }: DayBounds): boolean => {
  // Where a window overlaps a day, it is open at the later of both beginnings.
  const at = Math.max(from, item.publicationStart === null ? from : Date.parse(item.publicationStart));
  const hasEnded = item.publicationEnd !== null && Date.parse(item.publicationEnd) <= from;
  return !hasEnded && at <= to && decide(item, { store, segments: null, appVersion: null, at }).visible;
};

type Item = Omit<UnmarkedContent, 'prevImage'>;
/** What the sheet says of an item by itself. */
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
