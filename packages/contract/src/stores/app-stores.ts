import { z } from 'zod';
import { code, Instant, route, tableOf, unprocessable } from '../core/index.ts';
import { appStoreFieldNames } from './store.fields.ts';
import { Store } from './store.ts';

const ofPhones = tableOf(appStoreFieldNames, () => true as const);

/** What the app gets of a store: what the field table says. */
export const AppStore = Store.pick({ _id: true, address: true, ...ofPhones }).extend({
  /** Great-circle distance from `near`, kilometres; absent without `near`. */
  distanceKm: z.number().optional(),
  /** TRADE-03: how it is now, in Warsaw time, and until when: of the two instants a store that is open has the second. All null where nothing is known. */
  openNow: z.boolean().nullable(),
  opensAt: Instant.nullable(),
  closesAt: Instant.nullable(),
  /** `06:00` to `22:00`; an end before its start is on the next day. Empty is closed all day. */
  hoursToday: z.array(z.object({ opens: z.string(), closes: z.string() })).nullable(),
});
export type AppStore = z.infer<typeof AppStore>;

const Lasting = AppStore.omit({ distanceKm: true, openingHours: true, openNow: true, opensAt: true, closesAt: true, hoursToday: true });
/** The part of a store that stays as it is until somebody edits it; the rest is of the moment, and of where who asks is. */
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

/** All unless a phone asks for the first so many (APP-08). */
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
