import { type FieldProblemCode, limitOf } from '@endcap/contract/core';
import type { z } from 'zod';
import { isOutcomeUnknown } from '../lib/api.ts';
import { catalogue, plural, useFormat, useMessages } from '../lib/language.tsx';
import { withOther } from '../lib/with-other.ts';
import { codeMessages } from './code.messages.ts';

const limitMessages = catalogue(
  {
    atMostSigns: (limit: number, shown: string) =>
      `Za długi tekst: najwyżej ${shown} ${plural('pl', limit, { one: 'znak', few: 'znaki', many: 'znaków', other: 'znaku' })}`,
  },
  { atMostSigns: (_limit, shown) => `The text is too long: at most ${shown} characters` },
);

/** Returns a function that describes a field's problem. With the field's `rule`, a text that is too long names its limit (D-48). */
export const useCodeWord = (): ((code: FieldProblemCode | undefined, rule?: z.ZodType) => string | undefined) => {
  const words = useMessages(codeMessages);
  const { atMostSigns } = useMessages(limitMessages);
  const format = useFormat();
  return (code, rule) => {
    if (code === undefined) return undefined;
    const limit = code === 'tooLong' && rule ? limitOf(rule) : undefined;
    return limit === undefined ? withOther(words, code, words.invalid) : atMostSigns(limit, format.number(limit));
  };
};

const unconfirmedMessages = catalogue(
  { unconfirmed: 'Serwer tego nie potwierdził: nie wiadomo, czy się udało. Sprawdź, zanim spróbujesz ponownie.' },
  { unconfirmed: 'The server did not confirm whether it worked. Check before you try again.' },
);

/** Returns the text for a failed write: `failed` if it was refused, else that its outcome is unknown (ux 22). */
export const useFailureWords = (): ((error: unknown, failed: string) => string) => {
  const { unconfirmed } = useMessages(unconfirmedMessages);
  return (error, failed) => (isOutcomeUnknown(error) ? unconfirmed : failed);
};
