import { z } from 'zod';
import { code, Instant, route, tableOf, unprocessable } from '../core/index.ts';
import { appStoreFieldNames } from './store.fields.ts';
import { Store } from './store.ts';

const ofPhones = tableOf(appStoreFieldNames, () => true as const);

/** A store as the app gets it: the fields that the field table marks for phones. */
export const AppStore = Store.pick({ _id: true, address: true, ...ofPhones }).extend({
  /** Great-circle distance from `near`, kilometres; absent without `near`. */
  distanceKm: z.number().optional(),
  /** Opening state now, with the next change: `opensAt` of a closed store, `closesAt` of an open one. Null if unknown (TRADE-03). */
  openNow: z.boolean().nullable(),
  opensAt: Instant.nullable(),
  closesAt: Instant.nullable(),
  /** `06:00` to `22:00`; an end before its start is on the next day. Empty is closed all day. */
  hoursToday: z.array(z.object({ opens: z.string(), closes: z.string() })).nullable(),
});
export type AppStore = z.infer<typeof AppStore>;

const Lasting = AppStore.omit({ distanceKm: true, openingHours: true, openNow: true, opensAt: true, closesAt: true, hoursToday: true });
/** Returns the part of a store that changes only by edits. The rest depends on the time and on the caller's location. */
export const lastingPart = (store: z.infer<typeof Lasting>): z.infer<typeof Lasting> => Lasting.parse(store);

/** Degrees with as many decimals as a store's own may have: phones give about 14. */
const Near = z
  .string()
  .regex(/^-?\d{1,3}(\.\d{1,20})?,-?\d{1,3}(\.\d{1,20})?$/, code('invalid'))
  .transform((text): [latitude: number, longitude: number] => {
    const [latitude, longitude] = text.split(',').map(Number);
    return [latitude ?? NaN, longitude ?? NaN];
  })
  .refine(([latitude, longitude]) => Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, code('invalid'));

/** Maximum number of stores; by default all of them (APP-08). */
const Limit = z
  .string()
  .refine((text) => /^-?\d+$/.test(text), unprocessable('notInteger'))
  .transform(Number)
  .refine((limit) => limit >= 1, unprocessable('tooSmall'));

export const appStoreRoutes = {
  list: route({
    method: 'GET',
    path: '/app/v1/stores',
    summary: 'Stores by name, or by distance from `near` (latitude,longitude)',
    access: 'anyone',
    prepared: true,
    query: z.object({ near: Near.optional(), limit: Limit.optional() }),
    reply: z.object({ items: z.array(AppStore) }),
  }),
};
