import { type FieldProblemCode, limitOf } from '@endcap/contract/core';
import type { z } from 'zod';
import { useFormat, useMessages } from '../lib/language.tsx';
import { codeMessages } from './code.messages.ts';

/** Says what is wrong with a field; of a text that is too long also how long it may be, if `rule` is the field's own (D-48). */
export const useCodeWord = (): ((code: FieldProblemCode | undefined, rule?: z.ZodType) => string | undefined) => {
  const words = useMessages(codeMessages);
  const format = useFormat();
  return (code, rule) => {
    if (code === undefined) return undefined;
    const limit = code === 'tooLong' && rule ? limitOf(rule) : undefined;
    return limit === undefined ? words[code] : words.atMostSigns(limit, format.number(limit));
  };
};
