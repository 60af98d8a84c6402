import { z } from 'zod';

/** Returns the maximum length, in UTF-16 units, that a rule sets for a text by `atMost` or `max`; undefined for other rules. */
export const limitOf = (rule: z.core.$ZodType): number | undefined => {
  const { maxLength } = z.globalRegistry.get(rule) ?? {};
  if (typeof maxLength === 'number') return maxLength;
  if (rule instanceof z.ZodString) return rule.maxLength ?? undefined;
  if (rule instanceof z.ZodNullable || rule instanceof z.ZodDefault) return limitOf(rule.def.innerType);
  if (rule instanceof z.ZodPipe) return limitOf(rule.def.in) ?? limitOf(rule.def.out);
  return undefined;
};
