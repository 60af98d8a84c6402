import { z } from 'zod';
import { code, type FieldProblemCode, Instant } from '../core/index.ts';
import { typedNumber } from './typed-number.ts';

/** More phones than anybody has. */
const DEVICES_MAX = 100_000_000;

const numberProblem = (devices: number): FieldProblemCode | null => {
  if (!Number.isInteger(devices)) return 'notInteger';
  if (devices < 1) return 'tooSmall';
  return devices > DEVICES_MAX ? 'tooBig' : null;
};

/** CARE-04: whether another administrator approves what is sent, off in a fresh installation, and above how many devices; null is every send. */
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
 * E-04: what somebody saved that would have fewer sends approved. It takes effect once another administrator saves the same, or an hour after `from`
 * at the latest. Earlier versions did not store `safetyMessages`: without it that setting stays as it is.
 */
export const LaterApproval = z.object({
  ...ApprovalSettings.shape,
  safetyMessages: z.boolean().optional(),
  from: Instant,
  askedBy: z.string(),
});

/** How many devices a send may reach without approval. */
const devicesFree = ({ approval, approvalAbove }: z.infer<typeof ApprovalSettings>): number => (approval ? (approvalAbove ?? 0) : Infinity);
/** Whether fewer sends would be approved with other settings than with those before (E-04). */
export const isLooser = (before: z.infer<typeof ApprovalSettings>, after: z.infer<typeof ApprovalSettings>): boolean =>
  devicesFree(after) > devicesFree(before);

/** A tenth: subscribers come and go between an approval and the start. */
const GROWTH_DIVISOR = 10;
/** Whether an audience has grown so much since it was approved that it has to be approved again (E-02). */
export const hasOutgrown = (approvedDevices: number, devices: number): boolean =>
  (devices - approvedDevices) * GROWTH_DIVISOR > approvedDevices;

/** Whether a send that may reach so many devices waits for another administrator. */
export const isHeld = ({ approval, approvalAbove }: z.infer<typeof ApprovalSettings>, devices: number): boolean =>
  approval && (approvalAbove === null || devices > approvalAbove);
