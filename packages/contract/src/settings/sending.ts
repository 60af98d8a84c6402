import { z } from 'zod';
import { code } from '../core/index.ts';
import { ApprovalSettings, approvalRules } from './approval.ts';

/** CARE-02: the most that a limit may be: three a day. */
export const WEEKLY_LIMIT_MAX = 21;

/** How sends are held back. Every part is off in a fresh installation, and then nothing is. */
export const sendingRules = {
  /** Pushes that a customer may get within seven days; null is no limit. A form has it as text. */
  weeklyLimit: z
    .union(
      [
        z.number(),
        z
          .string()
          .trim()
          .transform((text) => (text === '' ? null : Number(text))),
        z.null(),
      ],
      code('notNumber'),
    )
    .refine((limit) => limit === null || Number.isInteger(limit), code('notInteger'))
    .refine((limit) => limit === null || limit >= 1, code('tooSmall'))
    .refine((limit) => limit === null || limit <= WEEKLY_LIMIT_MAX, code('tooBig')),
  ...approvalRules,
};

export const SendingSettings = z.object({ weeklyLimit: z.number().int().nullable(), ...ApprovalSettings.shape });
