import { z } from 'zod';
import { code, type FieldProblemCode, withoutInvisible } from '../core/index.ts';
import { pluginRules, pluginSettings } from '../plugins/index.ts';
import { ApprovalSettings, approvalRules, LaterApproval } from './approval.ts';
import { typedNumber } from './typed-number.ts';

/** Maximum of the weekly limit: three a day (CARE-02). */
export const WEEKLY_LIMIT_MAX = 21;

const CLOCK_TIME = /^(?<hours>[01]?\d|2[0-3])(?:[:.](?<minutes>[0-5]\d))?$/;
/** Parses a typed time of day, `22:00`, `6.30` or `6`, to `HH:mm`; null if it is invalid. */
const readClockTime = (text: string): string | null => {
  const { hours, minutes = '00' } = CLOCK_TIME.exec(text)?.groups ?? {};
  return hours === undefined ? null : `${hours.padStart(2, '0')}:${minutes}`;
};
/** Empty is null. */
const clockTime = z
  .union([z.string().max(20, code('notTime')), z.null()], code('notTime'))
  .transform((text) => withoutInvisible(text ?? '').trim())
  .refine((text) => text === '' || readClockTime(text) !== null, code('notTime'))
  .transform(readClockTime);

type Ends = { quietFrom: string | null; quietUntil: string | null };
/** Returns which end of the quiet hours is invalid in combination with the other, and the code; null if both are valid. */
export const quietHoursProblem = ({ quietFrom, quietUntil }: Ends): [keyof Ends, FieldProblemCode] | null => {
  if ((quietFrom === null) !== (quietUntil === null)) return [quietFrom === null ? 'quietFrom' : 'quietUntil', 'required'];
  return quietFrom !== null && quietFrom === quietUntil ? ['quietUntil', 'sameTime'] : null;
};

/** Limits of sending. All of them are off in a fresh installation. */
export const sendingRules = {
  /** Pushes that a customer may get within seven days; null is no limit. */
  weeklyLimit: typedNumber
    .refine((limit) => limit === null || Number.isInteger(limit), code('notInteger'))
    .refine((limit) => limit === null || limit >= 1, code('tooSmall'))
    .refine((limit) => limit === null || limit <= WEEKLY_LIMIT_MAX, code('tooBig')),
  /** CARE-03: quiet hours, in which no send starts, `HH:mm` in Warsaw; both null: none. */
  quietFrom: clockTime,
  quietUntil: clockTime,
  /** CARE-05: true if administrators may send safety messages. */
  safetyMessages: z.boolean(code('invalid')),
  ...approvalRules,
  ...pluginRules,
};

/** All rules together, with a field that the server maintains. A request may only set it to null, to withdraw it (E-04). */
export const SendingRules = z.object({ ...sendingRules, approvalLater: LaterApproval.nullable() }).superRefine((ends, context) => {
  const problem = quietHoursProblem(ends);
  if (problem) context.addIssue({ code: 'custom', path: [problem[0]], message: problem[1] });
});

export const SendingSettings = z.object({
  weeklyLimit: z.number().int().nullable(),
  quietFrom: z.string().nullable(),
  quietUntil: z.string().nullable(),
  safetyMessages: z.boolean(),
  ...ApprovalSettings.shape,
  approvalLater: LaterApproval.nullable(),
  ...pluginSettings,
});
