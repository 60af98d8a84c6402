import { z } from 'zod';
import {
  answersOf,
  code,
  draftOf,
  entityMarks,
  entityRoutes,
  Id,
  page,
  PageNumber,
  PageSize,
  patchOf,
  route,
  SearchText,
  Usage,
} from '../core/index.ts';
import { StoreType } from '../audience/index.ts';
import { HoursException } from '../trading-days/index.ts';
import { DEFAULT_STORE_SORT, storeSorts } from './store-sorts.ts';
import { storeFields } from './store.fields.ts';

/** Body of POST store-editor. Optional fields may be omitted; the type defaults to `contact` (STORE-EDIT-13). */
export const StoreDraft = draftOf(storeFields);
export type StoreDraft = z.output<typeof StoreDraft>;

/** ENT-15; `address`, `main` and `notifications` are derived. */
export const Store = z.object({
  _id: Id,
  ...answersOf(storeFields),
  address: z.string(),
  main: z.number().int(),
  notifications: z.number().int(),
  ...entityMarks,
});
export type Store = z.infer<typeof Store>;

/** A row in lists and pickers. */
const StoreLine = Store.pick({
  _id: true,
  storeNo: true,
  name: true,
  street: true,
  zipCode: true,
  city: true,
  address: true,
  storeType: true,
  notificationSign: true,
});
/** Columns of every line, without its id. */
export const storeLineFields = StoreLine.omit({ _id: true }).keyof().options;
/** Device counts and hours exceptions are present only if they were requested. */
export const StoreRow = StoreLine.extend({
  main: z.number().int().optional(),
  notifications: z.number().int().optional(),
  hoursExceptions: z.array(HoursException).optional(),
});
export type StoreRow = z.infer<typeof StoreRow>;

/** ENT-22 */
export const StoreSubscription = z.object({
  _id: Id,
  storeNo: z.number().int().nullable(),
  name: z.string(),
  address: z.string(),
  main: z.number().int(),
  notifications: z.number().int(),
});
export type StoreSubscription = z.infer<typeof StoreSubscription>;

/** Age of the counts that the current ones are compared with, in days. */
export const EARLIER_DAYS = 30;

/** Subscriptions of stores on an earlier day. Stores that are not listed did not exist then. */
export const EarlierSubscriptions = z.object({
  /** The Warsaw day `EARLIER_DAYS` ago, or the first later day with data; null without data. */
  day: z.iso.date().nullable(),
  /** True if `day` is `EARLIER_DAYS` ago. */
  isWhole: z.boolean(),
  stores: z.array(StoreSubscription.pick({ _id: true, main: true, notifications: true })),
});
export type EarlierSubscriptions = z.infer<typeof EarlierSubscriptions>;

const base = '/api/v1/store-editor';
const params = z.object({ storeId: Id });

export const storeRoutes = {
  list: route({
    method: 'GET',
    path: `${base}/list`,
    aliases: [base],
    summary: 'Stores by name unless sorted otherwise, with search by name or number and by address',
    access: 'admin',
    query: z.object({
      page: PageNumber,
      pageSize: PageSize,
      name: SearchText,
      address: SearchText,
      storeType: StoreType.optional(),
      sortField: z.enum(storeSorts, code('unknown')).default(DEFAULT_STORE_SORT),
      /** `false` omits the counts of devices, which pickers do not show. */
      counts: z.stringbool().default(true),
      /** `true` adds the hours exceptions; by default they come with the counts. */
      hoursExceptions: z.stringbool().optional(),
    }),
    reply: page(StoreRow),
  }),
  ...entityRoutes({
    base,
    id: 'storeId',
    draft: StoreDraft,
    patch: patchOf(storeFields),
    entity: Store,
    summaries: {
      details: 'A store',
      create: 'Make a store',
      change: 'Change the fields that are sent; null clears an optional one',
      //
      remove: 'Delete a store; what refers to it keeps the reference, reaches nobody more by it and excludes as before',
    },
  }),
  usage: route({
    method: 'GET',
    path: `${base}/:storeId/usage`,
    summary: 'What refers to a store',
    access: 'admin',
    params,
    reply: z.array(Usage),
  }),
  subscriptions: route({
    method: 'GET',
    path: '/api/v1/stats/store-subscription',
    summary: 'Subscription counts of every store, by store number',
    access: 'admin',
    reply: z.array(StoreSubscription),
  }),
  earlierSubscriptions: route({
    method: 'GET',
    path: '/api/v1/stats/store-subscription-earlier',
    summary: 'Subscription counts of every store 30 days ago, or as long ago as they were kept',
    access: 'admin',
    reply: EarlierSubscriptions,
  }),
  subscription: route({
    method: 'GET',
    path: '/api/v1/stats/store-subscription/:storeId',
    summary: 'Subscription counts of one store; staff: the own store only',
    access: 'staff',
    params,
    reply: StoreSubscription,
  }),
};
