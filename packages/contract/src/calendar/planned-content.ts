import type { Aimed } from '../audience/index.ts';
import type { ContentType } from '../content/index.ts';

/** The facts of an item that decide its position in the calendar and its collisions there. */
export type PlannedContent = Aimed & {
  _id: string;
  contentType: ContentType;
  name: string;
  validityStart: string | null;
  validityEnd: string | null;
  productEANs: readonly string[];
};

/** Milliseconds; open ends are infinite, both ends are inside. */
export type Period = { from: number; to: number };

const periodOf = (start: string | null, end: string | null): Period => ({
  from: start === null ? Number.NEGATIVE_INFINITY : Date.parse(start),
  to: end === null ? Number.POSITIVE_INFINITY : Date.parse(end),
});

/** Returns the overlap of two intervals, or null. */
export const shared = (one: Period, other: Period): Period | null => {
  const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
  return both.from <= both.to ? both : null;
};

const publicationOf = ({ publicationStart, publicationEnd }: PlannedContent): Period => periodOf(publicationStart, publicationEnd);

/** When customers can use an item: while it is published and valid. */
export const usableIn = (item: PlannedContent): Period | null =>
  shared(publicationOf(item), periodOf(item.validityStart, item.validityEnd));
