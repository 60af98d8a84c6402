import { z } from 'zod';
import { StoreType } from '../audience/index.ts';
import { keysOf, code, type Field, optionalLine, requiredLine, requiredLines, withoutInvisible } from '../core/index.ts';
import { DayHours, DEFAULT_SUNDAY_RULE, HoursException, HoursExceptions, sundayRules } from '../trading-days/index.ts';

/** */
const SIGN_MAX_LENGTH = 40;
/** The largest number of a store. */
export const STORE_NO_MAX = 2_147_483_647;
const COORDINATE_DIGITS = 7;

/** degrees as a number, or as text with decimal point or comma; seven decimals are stored, which is a centimetre. */
const coordinate = (limit: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .overwrite(withoutInvisible)
          .regex(/^\s*([-+]?\d{1,3}([.,]\d{1,20})?)?\s*$/, code('notNumber')),
      ],
      { error: ({ input }) => (input === undefined || input === null ? 'required' : 'notNumber') },
    )
    .refine((value) => typeof value === 'number' || value.trim() !== '', code('required'))
    .transform((value) => Number((typeof value === 'string' ? Number(value.replace(',', '.')) : value).toFixed(COORDINATE_DIGITS)))
    .refine((degrees) => Math.abs(degrees) <= limit, code('outOfRange'));

/** STORE-EDIT-08, A-71: a whole number, 0 or more, leading zeros dropped; empty is null (STORE-EDIT-22). */
const StoreNumber = z
  .union(
    [
      z.number(),
      z
        .string()
        .overwrite(withoutInvisible)
        .trim()
        .regex(/^\d{0,10}$/, code('notInteger')),
      z.null(),
    ],
    code('notInteger'),
  )
  .transform((value) => (value === null || value === '' ? null : Number(value)))
  .refine((value) => value === null || (Number.isInteger(value) && value >= 0 && value <= STORE_NO_MAX), code('notInteger'));

/** */
const Slug = optionalLine(100).refine((slug) => slug === null || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug), code('notSlug'));

const optional = z.string().nullable();
const flag = { kind: 'flag' as const, rule: z.boolean(code('invalid')), answer: z.boolean(), initial: false };

/** The hours of a weekday, e.g. `06:00-22:00`; null is closed. Phones receive derived fields instead (TRADE-03). */
const hours = { rule: DayHours, answer: optional, initial: null, toPhones: false };
const noExceptions = (): HoursException[] => [];

/** §9 */
export const DEFAULT_STORE_TYPE: StoreType = 'contact';

type StoreFieldSpec = Field & {
  /** True if apps receive the field. Editorial fields stay in the back office. */
  toPhones: boolean;
};

/**
 * Editable fields of a store (ENT-15). Form, API, import, history and table columns follow this list. How to add a field is described in
 * `docs/start/where-a-change-goes.md`.
 */
export const storeFields = {
  name: { rule: requiredLine(200), answer: z.string(), toPhones: true },
  storeNo: { rule: StoreNumber, answer: z.number().int().nullable(), initial: null, toPhones: true },
  storeType: { rule: StoreType, answer: StoreType, initial: DEFAULT_STORE_TYPE, toPhones: true },
  street: { rule: requiredLine(200), answer: z.string(), toPhones: true },
  zipCode: { rule: requiredLine(20), answer: z.string(), toPhones: true },
  city: { rule: requiredLine(100), answer: z.string(), toPhones: true },
  latitude: { rule: coordinate(90), answer: z.number(), toPhones: true },
  longitude: { rule: coordinate(180), answer: z.number(), toPhones: true },
  openingHours: { rule: requiredLines(1_000), answer: z.string(), toPhones: true },
  mondayHours: hours,
  tuesdayHours: hours,
  wednesdayHours: hours,
  thursdayHours: hours,
  fridayHours: hours,
  saturdayHours: hours,
  sundayHours: hours,
  sundayRule: { rule: z.enum(sundayRules, code('unknown')), answer: z.enum(sundayRules), initial: DEFAULT_SUNDAY_RULE, toPhones: false },
  hoursExceptions: { rule: HoursExceptions, answer: z.array(HoursException), initial: noExceptions(), toPhones: false },
  phone: { rule: optionalLine(40), answer: optional, initial: null, toPhones: true },
  ecommerceSlug: { rule: Slug, answer: optional, initial: null, toPhones: true },
  notificationSign: { rule: optionalLine(SIGN_MAX_LENGTH), answer: optional, initial: null, toPhones: false },
  drive: { ...flag, toPhones: true },
  gasStation: { ...flag, toPhones: true },
} as const satisfies Record<string, StoreFieldSpec>;
export type StoreField = keyof typeof storeFields;
export const storeFieldNames = keysOf(storeFields);
export type AppStoreField = { [F in StoreField]: (typeof storeFields)[F]['toPhones'] extends true ? F : never }[StoreField];
export const appStoreFieldNames = storeFieldNames.filter((field): field is AppStoreField => storeFields[field].toPhones);
