import { z } from 'zod';

/** UTF-16 units that a rule allows a text to have, as it says itself (`atMost`, `max`); undefined when the rule is of something else. */
export const limitOf = (rule: z.core.$ZodType): number | undefined => {
  const { maxLength } = z.globalRegistry.get(rule) ?? {};
  if (typeof maxLength === 'number') return maxLength;
  if (rule instanceof z.ZodString) return rule.maxLength ?? undefined;
  if (rule instanceof z.ZodNullable || rule instanceof z.ZodDefault) return limitOf(rule.def.innerType);
  if (rule instanceof z.ZodPipe) return limitOf(rule.def.in) ?? limitOf(rule.def.out);
  return undefined;
};
