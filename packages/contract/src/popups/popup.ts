import { z } from 'zod';
import {
  answersOf,
  code,
  draftOf,
  entityMarks,
  entityRoutes,
  Id,
  Instant,
  page,
  PageNumber,
  PageSize,
  patchOf,
  requiredLine,
  route,
} from '../core/index.ts';
import { VersionExpression } from '../app-version/index.ts';
import { markdownText } from '../markdown/index.ts';
import { DEFAULT_POPUP_SORT, popupSorts } from './popup-sorts.ts';

export const DEFAULT_REPEAT = 1;
export const MAX_REPEAT = 1_000;

/** ENT-18, A-107: what people edit of a popup. */
export const popupFields = {
  name: { rule: requiredLine(200), answer: z.string() },
  text: { rule: markdownText, answer: z.string().nullable(), initial: null },
  /** Empty is every version. */
  version: { rule: z.preprocess((text) => text ?? '', VersionExpression), answer: z.string(), initial: '' },
  /** Times that a device shows the popup (POPUP-EDIT-15). */
  repeat: {
    rule: z.number(code('repeatRange')).int(code('repeatRange')).min(1, code('repeatRange')).max(MAX_REPEAT, code('repeatRange')),
    answer: z.number().int(),
    initial: DEFAULT_REPEAT,
  },
};

export const PopupDraft = draftOf(popupFields);
export type PopupDraft = z.output<typeof PopupDraft>;
export const Popup = z.object({ _id: Id, ...answersOf(popupFields), createdDate: Instant, ...entityMarks });
export type Popup = z.infer<typeof Popup>;

/**
 * Which phones are shown it now: those of every version or of some, as often as it repeats; `place` counts from 1, in the order in which
 * phones show them. Null: none, since there is no text.
 */
const ShownNow = z.object({ place: z.number().int(), everyVersion: z.boolean() }).nullable();
export const PopupRow = Popup.pick({ _id: true, name: true, version: true, repeat: true, createdDate: true }).extend({ shown: ShownNow });
export type PopupRow = z.infer<typeof PopupRow>;

const base = '/api/v1/popup-editor';

export const popupRoutes = {
  list: route({
    method: 'GET',
    path: `${base}/list`,
    aliases: [base],
    summary: 'Popups, the newest first unless sorted otherwise',
    access: 'admin',
    query: z.object({
      page: PageNumber,
      pageSize: PageSize,
      sortField: z.enum(popupSorts, code('unknown')).default(DEFAULT_POPUP_SORT),
    }),
    reply: page(PopupRow),
  }),
  ...entityRoutes({
    base,
    id: 'popupId',
    draft: PopupDraft,
    patch: patchOf(popupFields),
    entity: Popup,
    summaries: {
      details: 'A popup',
      create: 'Make a popup',
      change: 'Change the fields that are sent',
      remove: 'Delete a popup; phones show it no more',
    },
  }),
};
