import type { Aimed } from '../audience/index.ts';
import type { ContentType } from '../content/index.ts';

/** What of an item decides where it lies in the plan, and whom it meets there. */
export type PlannedContent = Aimed & {
  _id: string;
  contentType: ContentType;
  name: string;
  validityStart: string | null;
  validityEnd: string | null;
  productEANs: readonly string[];
};

/** Milliseconds; open ends are infinite, both ends are inside. */
export type Stretch = { from: number; to: number };

const stretchOf = (start: string | null, end: string | null): Stretch => ({
  from: start === null ? Number.NEGATIVE_INFINITY : Date.parse(start),
  to: end === null ? Number.POSITIVE_INFINITY : Date.parse(end),
});

/** What two stretches share; null when that is nothing. */
export const shared = (one: Stretch, other: Stretch): Stretch | null => {
  const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
  return both.from <= both.to ? both : null;
};

const publicationOf = ({ publicationStart, publicationEnd }: PlannedContent): Stretch => stretchOf(publicationStart, publicationEnd);

/** When customers can use an item: while it is published and valid. */
export const usableIn = (item: PlannedContent): Stretch | null =>
  shared(publicationOf(item), stretchOf(item.validityStart, item.validityEnd));
