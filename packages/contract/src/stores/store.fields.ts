import { z } from 'zod';
import { StoreType } from '../audience/index.ts';
import { optionalLine, requiredLine, requiredLines } from '../core/index.ts';

/** */
export const SIGN_MAX_LENGTH = 40;
const STORE_NO_MAX = 2_147_483_647;
const COORDINATE_DIGITS = 7;

/** degrees as a number, or as text with decimal point or comma; seven decimals are kept, which is a centimetre. */
export const coordinate = (limit: number) =>
  z
    .union([z.number(), z.string().regex(/^\s*([-+]?\d{1,3}([.,]\d{1,20})?)?\s*$/, 'notNumber')], {
      error: ({ input }) => (input === undefined || input === null ? 'required' : 'notNumber'),
    })
    .refine((value) => typeof value === 'number' || value.trim() !== '', 'required')
    .transform((value) => Number((typeof value === 'string' ? Number(value.replace(',', '.')) : value).toFixed(COORDINATE_DIGITS)))
    .refine((degrees) => Math.abs(degrees) <= limit, 'outOfRange');

/** STORE-EDIT-08, A-71: a whole number, 0 or more, leading zeros dropped; empty is null (STORE-EDIT-22). */
const StoreNumber = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{0,10}$/, 'notInteger'),
      z.null(),
    ],
    'notInteger',
  )
  .transform((value) => (value === null || value === '' ? null : Number(value)))
  .refine((value) => value === null || (Number.isInteger(value) && value >= 0 && value <= STORE_NO_MAX), 'notInteger');

/** */
const Slug = optionalLine(100).refine((slug) => slug === null || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug), 'notSlug');

/**
 * ENT-15: what people edit of a store, each with its rule. Form, API, import, history and table columns follow this list;
 * `docs/architecture.md` says how a field joins.
 */
export const storeFields = {
  name: requiredLine(200),
  storeNo: StoreNumber,
  storeType: StoreType,
  street: requiredLine(200),
  zipCode: requiredLine(20),
  city: requiredLine(100),
  latitude: coordinate(90),
  longitude: coordinate(180),
  openingHours: requiredLines(1_000),
  phone: optionalLine(40),
  ecommerceSlug: Slug,
  notificationSign: optionalLine(SIGN_MAX_LENGTH),
  drive: z.boolean('invalid'),
  gasStation: z.boolean('invalid'),
};
export type StoreField = keyof typeof storeFields;
export const storeFieldNames = Object.keys(storeFields) as StoreField[];

/** roughly Poland; a store elsewhere is possible, so the form only asks whether it is meant. */
export const isInPoland = (latitude: number, longitude: number): boolean =>
  latitude >= 49 && latitude <= 54.9 && longitude >= 14.1 && longitude <= 24.2;
