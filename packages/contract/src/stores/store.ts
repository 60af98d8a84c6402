import { z } from 'zod';
import { StoreType } from '../audience/index.ts';
import { Id, PageNumber, PageSize, page, route, SearchText } from '../core/index.ts';

/** ENT-15; `address`, `main` and `notifications` are derived. */
export const Store = z.object({
  _id: Id,
  name: z.string(),
  street: z.string(),
  city: z.string(),
  zipCode: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  notificationSign: z.string().nullable(),
  storeNo: z.number().int().nullable(),
  phone: z.string().nullable(),
  ecommerceSlug: z.string().nullable(),
  openingHours: z.string(),
  storeType: StoreType,
  drive: z.boolean(),
  gasStation: z.boolean(),
  address: z.string(),
  main: z.number().int(),
  notifications: z.number().int(),
});
export type Store = z.infer<typeof Store>;

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

/** What the app shows of a store; never counts or the notification sign. */
export const AppStore = Store.omit({ main: true, notifications: true, notificationSign: true }).extend({
  /** Great-circle distance from `near`, kilometres; absent without `near`. */
  distanceKm: z.number().optional(),
});
export type AppStore = z.infer<typeof AppStore>;

const Near = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,10})?,-?\d{1,3}(\.\d{1,10})?$/, 'invalid')
  .transform((text) => text.split(',').map(Number) as [number, number])
  .refine(([latitude, longitude]) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, 'invalid');

export const appStoreRoutes = {
  list: route({
    method: 'GET',
    path: '/app/v1/stores',
    summary: 'Stores by name, or by distance from `near` (latitude,longitude)',
    access: 'anyone',
    query: z.object({ near: Near.optional(), limit: PageSize }),
    reply: z.object({ items: z.array(AppStore) }),
  }),
};

export const storeRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v1/store-editor/list',
    aliases: ['/api/v1/store-editor'],
    summary: 'Stores by name, with search by name and by address',
    access: 'admin',
    query: z.object({ page: PageNumber, pageSize: PageSize, name: SearchText, address: SearchText }),
    reply: page(Store),
  }),
  subscriptions: route({
    method: 'GET',
    path: '/api/v1/stats/store-subscription',
    summary: 'Subscription counts of every store, by store number',
    access: 'admin',
    reply: z.array(StoreSubscription),
  }),
  subscription: route({
    method: 'GET',
    path: '/api/v1/stats/store-subscription/:storeId',
    summary: 'Subscription counts of one store; staff: the own store only',
    access: 'staff',
    params: z.object({ storeId: Id }),
    reply: StoreSubscription,
  }),
};
