import { z } from 'zod';
import { code, type FieldProblemCode, Instant } from '../core/index.ts';
import { typedNumber } from './typed-number.ts';

/** More devices than any chain has. */
const DEVICES_MAX = 100_000_000;

const numberProblem = (devices: number): FieldProblemCode | null => {
  if (!Number.isInteger(devices)) return 'notInteger';
  if (devices < 1) return 'tooSmall';
  return devices > DEVICES_MAX ? 'tooBig' : null;
};

/** Approval of sends by another administrator: on or off (default), and the number of devices above which it is needed; null is every send (CARE-04). */
export const approvalRules = {
  approval: z
    .boolean(code('invalid'))
    .nullable()
    .transform((wanted) => wanted ?? false),
  approvalAbove: typedNumber.superRefine((devices, { addIssue }) => {
    const problem = devices === null ? null : numberProblem(devices);
    if (problem) addIssue({ code: 'custom', message: problem });
  }),
};

export const ApprovalSettings = z.object({ approval: z.boolean(), approvalAbove: z.number().int().nullable() });

/**
 * E-04: saved settings that would require approval for fewer sends. They take effect once another administrator saves the same, or an hour
 * after `from` at the latest. Earlier versions did not store `safetyMessages`: without it that setting stays as it is.
 */
export const LaterApproval = z.object({
  ...ApprovalSettings.shape,
  safetyMessages: z.boolean().optional(),
  from: Instant,
  askedBy: z.string(),
});

/** Returns the number of devices that a send may reach without approval. */
const devicesFree = ({ approval, approvalAbove }: z.infer<typeof ApprovalSettings>): number => (approval ? (approvalAbove ?? 0) : Infinity);
/** Returns whether the new settings require approval for fewer sends than the old ones (E-04). */
export const isLooser = (before: z.infer<typeof ApprovalSettings>, after: z.infer<typeof ApprovalSettings>): boolean =>
  devicesFree(after) > devicesFree(before);

/** A tenth: subscribers come and go between an approval and the start. */
const GROWTH_DIVISOR = 10;
/** Returns whether an audience has grown so much since its approval that it needs a new one (E-02). */
export const hasOutgrown = (approvedDevices: number, devices: number): boolean =>
  (devices - approvedDevices) * GROWTH_DIVISOR > approvedDevices;

/** Returns whether a send to so many devices needs approval by another administrator. */
export const requiresApproval = ({ approval, approvalAbove }: z.infer<typeof ApprovalSettings>, devices: number): boolean =>
  approval && (approvalAbove === null || devices > approvalAbove);
