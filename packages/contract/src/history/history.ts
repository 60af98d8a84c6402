import { z } from 'zod';
import { code, Instant, route, Ticket, unprocessable, withoutStrayInvisible } from '../core/index.ts';
import { Day, readInstant } from '../warsaw-time/index.ts';
import { type HistoryAction, historyActions, type HistoryKind, historyKindNames } from './kinds.ts';

/** HIST-01: changes of a page. */
export const HISTORY_PAGE_SIZE = 30;

/** Fields of a change that its row names; the rest is counted. */
export const HISTORY_SUMMARY_FIELDS = 3;
/** A longer text, or one of several lines, is not in the row. */
export const HISTORY_SHORT_TEXT = 60;
const dates = ['validityEnd', 'publicationEnd', 'validUntil', 'validityStart', 'publicationStart', 'startsAt', 'day'];
const audience = [
  'includeStoreType',
  'includeStores',
  'excludeStores',
  'includeStoreGroups',
  'excludeStoreGroups',
  'storeGroups',
  'segments',
];
const values = ['name', 'title', 'threshold', 'discountValue', 'description', 'text'];
const countsOfImports = ['created', 'updated', 'removed'];
/** Fields that a row names before all others, the most important first. */
export const summaryOrder: readonly string[] = [...dates, ...audience, ...values, ...countsOfImports];

/** Maximum number of list entries in a row; with more changed entries, it shows only their number. */
export const HISTORY_SUMMARY_ENTRIES = 3;
/** Maximum length of a shown entry, as JSON; longer ones are only counted. */
export const HISTORY_SHORT_ENTRY = 300;
/** An entry of a list: a text, or a record of several parts. */
const ListEntry = z.union([z.string(), z.record(z.string(), z.unknown())]);
export type ListEntry = z.infer<typeof ListEntry>;

const ShortValue = z.union([z.string(), z.number(), z.boolean()]).nullable();
/** Change of one field, in few bytes (E-66). */
export const FieldSummary = z.object({
  /** Name of the field; for a part of the settings e.g. `sending.quietFrom`. */
  field: z.string(),
  /** `value` has both values. For a long `text` and for `other`, they are true for a value and null for none. */
  is: z.enum(['value', 'text', 'list', 'other']),
  before: ShortValue,
  after: ShortValue,
  /** For a list: the numbers of added, removed and altered entries. */
  added: z.number().int().optional(),
  removed: z.number().int().optional(),
  altered: z.number().int().optional(),
  /** For a list: added (`was` is null), removed (`is` is null) or altered entries, if few and short; stores and groups by name. */
  shown: z.array(z.object({ was: ListEntry.nullable(), is: ListEntry.nullable() })).optional(),
});
export type FieldSummary = z.infer<typeof FieldSummary>;

/** Changed fields, the most important first; `more` counts the others. */
export const HistorySummary = z.object({ fields: z.array(FieldSummary).max(HISTORY_SUMMARY_FIELDS), more: z.number().int() });
export type HistorySummary = z.infer<typeof HistorySummary>;

/** A change without its full values, which are read one change at a time. */
export const HistoryRow = z.object({
  _id: z.string(),
  at: Instant,
  /** The name is null for programs, and for people who never signed in. */
  person: z.object({ id: z.string(), name: z.string().nullable() }),
  /** One of `historyKinds`, or of a newer version whose process writes into the same database (E-2A). */
  kind: z.string(),
  /** One of `historyActions`, or an action of a newer version. */
  action: z.string(),
  /** The changed item: an id, a name where there is no id, or null. */
  item: z.string().nullable(),
  /** Name of the item at the time of the change. */
  label: z.string().nullable(),
  /** Number of changed fields. */
  fields: z.number().int(),
  /** Changed fields; null where the action describes the change completely. */
  summary: HistorySummary.nullable(),
  /** True if the item was deleted, by this change or later. */
  deleted: z.boolean(),
  /** CARE-05: true for a safety message. */
  safety: z.boolean().optional(),
});
export type HistoryRow = z.infer<typeof HistoryRow>;

/** A change with its values, and with its item after the change. */
export const HistoryChange = HistoryRow.omit({ summary: true }).extend({
  changes: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
  /** Every field after the change; null if the change deleted the item. */
  version: z.record(z.string(), z.unknown()).nullable(),
  /** Names of the stores and groups in the values, including deleted ones. */
  names: z.record(z.string(), z.string()),
  /** Files in the values that are no longer stored (HIST-05). */
  missingFiles: z.array(z.string()),
});
export type HistoryChange = z.infer<typeof HistoryChange>;

const oneOfWords = <const Word extends string>(words: readonly Word[]) =>
  z
    .custom<Word>((value) => words.some((word) => word === value), unprocessable('unknown'))
    .meta({ enum: words })
    .optional();

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
/** Text of foreign origin, compared unchanged. */
const Literal = z.string().refine(isStorable, unprocessable('invalid')).optional();

/** Cursor of the next page: the position at which a page ended. */
export const HISTORY_CURSOR = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)([hs])(\d{1,15})$/;
const Cursor = z
  .string()
  .refine((text) => HISTORY_CURSOR.test(text) && readInstant(text.slice(0, 27)) !== null, unprocessable('invalid'))
  .optional();

const filters = {
  person: Literal,
  kind: oneOfWords<HistoryKind>(historyKindNames),
  item: Literal,
  action: oneOfWords<HistoryAction>(historyActions),
  /** The first and the last day, in Warsaw. */
  from: Day.optional(),
  to: Day.optional(),
  /** A changed field; for a part of the settings e.g. `sending.quietFrom`. */
  field: z
    .string()
    .refine((text) => /^[a-z]\w{0,49}(\.[a-z]\w{0,49})?$/i.test(text), unprocessable('invalid'))
    .optional(),
  /** A part of the item's name at the time, of any length. Case and diacritics are ignored. */
  text: Literal.transform((text) => withoutStrayInvisible(text ?? '').trim() || undefined),
};
export const HistoryFilters = z.object(filters);
export type HistoryFilters = z.output<typeof HistoryFilters>;

const base = '/api/v1/history';
const format = {
  language: z.enum(['pl', 'en'], code('unknown')).default('pl'),
  ticket: Ticket.optional(),
};

export const historyRoutes = {
  list: route({
    method: 'GET',
    path: base,
    summary: 'Who changed what, the newest first, 30 at a time; `before` is the `next` of the page before',
    access: 'admin',
    query: z.object({
      ...filters,
      before: Cursor,
      /** `folded`: an import is one row, unless the list is filtered by item, action, field or text (E-6D). */
      imports: oneOfWords(['folded']),
      /** The number of an import: the changes of its items. */
      importedBy: z
        .string()
        .refine((text) => /^\d{1,15}$/.test(text), unprocessable('invalid'))
        .optional(),
    }),
    reply: z.object({ items: z.array(HistoryRow), next: z.string().nullable() }),
  }),
  change: route({
    method: 'GET',
    path: `${base}/:changeId`,
    summary: 'A change with its values, and what the item was after it',
    access: 'admin',
    params: z.object({ changeId: z.string().regex(/^\d{1,15}$/) }),
    reply: HistoryChange,
  }),
  people: route({
    method: 'GET',
    path: `${base}/people`,
    summary: 'Everybody whom the history may name, by name',
    access: 'admin',
    reply: z.array(HistoryRow.shape.person),
  }),
  exportTicket: route({
    method: 'POST',
    path: `${base}/export-ticket`,
    summary: 'A ticket that downloads the history once, within 60 seconds',
    access: 'admin',
    rights: 'remembered',
    reply: z.object({ ticket: z.string() }),
    status: 201,
  }),
  export: route({
    method: 'GET',
    path: `${base}/export`,
    summary: 'The same as CSV, whole',
    access: 'admin',
    query: z.object({ ...filters, ...format }),
    reply: z.string(),
    page: true,
    csv: true,
  }),
  noteExport: route({
    method: 'POST',
    path: '/api/v1/stats/store-subscription/export',
    summary: 'Note that the subscriptions were saved as a spreadsheet',
    access: 'admin',
    rights: 'remembered',
    body: z.object({
      format: z.enum(['xlsx', 'ods'], code('unknown')),
      rows: z.number(code('notNumber')).int(code('notInteger')).min(0).max(1e6),
    }),
    reply: null,
    status: 204,
  }),
};
