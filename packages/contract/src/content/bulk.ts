import { z } from 'zod';
import { code, FieldProblemCode, Id, Ids, SearchText, Usage } from '../core/index.ts';
import { dayOrInstant, daysLater } from '../warsaw-time/index.ts';
import { contentFilters } from './content-filters.ts';
import type { ContentDraft } from './content.schema.ts';

/** So many items are changed at once at most. */
export const BULK_MOST = 1_000;
const EXTENDED_BY_DAYS = 7;

/** EDIT-02: what can be done to many items at once. */
export const bulkActions = ['end', 'extend', 'disable', 'enable', 'pin', 'unpin', 'addGroup', 'removeGroup', 'delete'] as const;
export type BulkAction = (typeof bulkActions)[number];

export const namesGroup = (action: BulkAction): boolean => action === 'addGroup' || action === 'removeGroup';

export const BulkChange = z
  .object({
    action: z.enum(bulkActions, code('unknown')),
    /** Of `end`, which names it; null: it does not end; `now`: by the time of the server, since other clocks may be wrong. */
    publicationEnd: z.union([z.literal('now'), dayOrInstant], code('notDate')).optional(),
    /** Of `addGroup` and `removeGroup`. */
    storeGroupId: Id.nullable().default(null),
  })
  .check(({ value, issues }) => {
    if (value.action === 'end' && value.publicationEnd === undefined)
      issues.push({ code: 'custom', path: ['publicationEnd'], message: code('required'), input: undefined });
    if (namesGroup(value.action) && value.storeGroupId === null)
      issues.push({ code: 'custom', path: ['storeGroupId'], message: code('required'), input: null });
  })
  .transform(({ publicationEnd = null, ...change }) => ({ ...change, publicationEnd }));
export type BulkChange = z.output<typeof BulkChange>;

/** Items with the revision that the person saw. */
export const BulkItem = z.object({ _id: Id, revision: z.number().int(), name: z.string() });
export type BulkItem = z.infer<typeof BulkItem>;

/** Either ids, or everything that the filters find. */
export const BulkPreviewRequest = z.object({
  ids: Ids.default([]),
  found: z
    .object({ ...contentFilters, name: SearchText })
    .nullable()
    .default(null),
  change: BulkChange,
});

/** Effect of a change, before it is applied. */
export const BulkPreview = z.object({
  /** Items that would change; unchanged items are only counted. */
  items: z.array(BulkItem),
  unchanged: z.number().int(),
  /** Items that do not allow the change, with the reasons. If there are any, no item is changed. */
  refused: z.array(BulkItem.extend({ codes: z.array(FieldProblemCode) })),
  /** Stores that would get to see something, and that would lose something. */
  gaining: z.number().int(),
  losing: z.number().int(),
  /** LINK-03: links to items that would be deleted or end sooner; absent in responses of earlier versions. */
  usage: z.array(Usage).optional(),
});
export type BulkPreview = z.infer<typeof BulkPreview>;

const AtRevision = BulkItem.pick({ _id: true, revision: true });
export type AtRevision = z.infer<typeof AtRevision>;
const chosen = z.array(AtRevision, code('invalid')).min(1, code('required')).max(BULK_MOST, code('tooMany'));
export const BulkRequest = z.object({ items: chosen, change: BulkChange });
export const UndoRequest = z.object({ items: chosen });
export const Written = z.object({ items: z.array(AtRevision) });
/** `kept`: somebody changed them since. */
export const Undone = z.object({ undone: z.number().int(), kept: z.array(BulkItem.pick({ _id: true, name: true })) });

const isAfter = (one: string | null, other: string): boolean => one !== null && Date.parse(one) > Date.parse(other);
const clamped = (item: ContentDraft, end: string | null): Partial<ContentDraft> => {
  if (end === null || item.contentType === 'navigation') return { publicationEnd: end };
  // Before its publication there is no instant at which it could be valid: its rules refuse that end.
  const isBefore = isAfter(item.publicationStart, end);
  return {
    publicationEnd: end,
    ...(isAfter(item.validityStart, end) && !isBefore && { validityStart: end }),
    ...(isAfter(item.validityEnd, end) && { validityEnd: end }),
  };
};
const weekLater = (instant: string | null): string | null => instant && daysLater(instant, EXTENDED_BY_DAYS);

/** The fields that a change gives an item at an instant; what is valid begins and ends with its publication at the latest (CONT-VAL-31). */
export const bulkPatch = (item: ContentDraft, { action, publicationEnd, storeGroupId }: BulkChange, at: Date): Partial<ContentDraft> => {
  const groups = item.includeStoreGroups.filter((id) => id !== storeGroupId);
  const patches: Record<BulkAction, Partial<ContentDraft>> = {
    end: clamped(item, publicationEnd === 'now' ? at.toISOString() : publicationEnd),
    extend:
      item.publicationEnd === null ? {} : { publicationEnd: weekLater(item.publicationEnd), validityEnd: weekLater(item.validityEnd) },
    disable: { disabled: true },
    enable: { disabled: false },
    pin: { pinned: true },
    unpin: { pinned: false },
    addGroup: {
      includeStoreGroups:
        storeGroupId && item.includeStoreGroups.includes(storeGroupId) ? item.includeStoreGroups : [...groups, storeGroupId ?? ''],
    },
    removeGroup: { includeStoreGroups: groups },
    delete: {},
  };
  return patches[action];
};
