import { z } from 'zod';
import { code } from '../core/index.ts';

// A separate file, so that the page's first load does not include the date library.
/** A reserved day as stores see it. `refused`: none of the store's own sends may start on that day. */
export const KeptForStore = z.object({ day: z.iso.date(), reason: z.string().nullable(), refused: z.boolean() });
export type KeptForStore = z.infer<typeof KeptForStore>;

/** CARE-06: reserved day of a send, and the reason for which the send may be refused. */
export const keptDayOfSend = { keptDay: KeptForStore.optional() };
export const keptDayReasons = ['keptDay'] as const;

/** CARE-06: true if sends of stores are refused on reserved days; otherwise stores get a warning. */
export const keptDayRules = {
  refuseKeptDays: z
    .boolean(code('invalid'))
    .nullable()
    .transform((value) => value ?? false),
};
export const keptDaySettings = { refuseKeptDays: z.boolean() };
export const keptDayDefaults = { refuseKeptDays: false };
