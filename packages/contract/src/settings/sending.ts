import { z } from 'zod';
import { code, type FieldProblemCode, withoutInvisible } from '../core/index.ts';
import { ApprovalSettings, approvalRules, LaterApproval } from './approval.ts';
import { typedNumber } from './typed-number.ts';

/** CARE-02: the most that a limit may be: three a day. */
export const WEEKLY_LIMIT_MAX = 21;

const CLOCK_TIME = /^(?<hours>[01]?\d|2[0-3])(?:[:.](?<minutes>[0-5]\d))?$/;
/** A time of day as people type it, `22:00`, `6.30` or `6`, as `HH:mm`; null when it is none. */
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
/** Why the ends of quiet hours are none together: which of them, and the code. */
export const quietHoursProblem = ({ quietFrom, quietUntil }: Ends): [keyof Ends, FieldProblemCode] | null => {
  if ((quietFrom === null) !== (quietUntil === null)) return [quietFrom === null ? 'quietFrom' : 'quietUntil', 'required'];
  return quietFrom !== null && quietFrom === quietUntil ? ['quietUntil', 'sameTime'] : null;
};

/** How sends are held back. Every part is off in a fresh installation, and then nothing is. */
export const sendingRules = {
  /** Pushes that a customer may get within seven days; null is no limit. */
  weeklyLimit: typedNumber
    .refine((limit) => limit === null || Number.isInteger(limit), code('notInteger'))
    .refine((limit) => limit === null || limit >= 1, code('tooSmall'))
    .refine((limit) => limit === null || limit <= WEEKLY_LIMIT_MAX, code('tooBig')),
  /** CARE-03: from when until when no send starts, `HH:mm` in Warsaw; both null is never. */
  quietFrom: clockTime,
  quietUntil: clockTime,
  /** CARE-05: whether administrators may send safety messages. */
  safetyMessages: z.boolean(code('invalid')),
  ...approvalRules,
  /** CARE-06: whether stores are refused on days that head office keeps free; else they are told. */
  refuseKeptDays: z
    .boolean(code('invalid'))
    .nullable()
    .transform((value) => value ?? false),
};

/** All of them together, with what the server keeps beside them: nobody sends it, but null withdraws it (E-04). */
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
  refuseKeptDays: z.boolean(),
});
