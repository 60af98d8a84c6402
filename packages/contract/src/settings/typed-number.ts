import { z } from 'zod';
import { code, withoutInvisible } from '../core/index.ts';

const GROUPED = /^-?\d{1,3}(\s\d{3})+(?!\d)/;
/** A number as people write it, with spaces between groups of three digits and a decimal comma, in the spelling of JSON. */
export const plainNumber = (text: string): string =>
  withoutInvisible(text)
    .trim()
    .replace(GROUPED, (grouped) => grouped.replaceAll(/\s/g, ''))
    .replace(',', '.');

/** Three decimals would be thousands in English. */
const NUMBER = /^-?\d{1,15}(\.\d{1,2})?$/;
const numberIn = (text: string): number | null => {
  const plain = plainNumber(text);
  if (plain === '') return null;
  return NUMBER.test(plain) ? Number(plain) : Number.NaN;
};

/** A number, or the text of a form; empty is null. */
export const typedNumber = z
  .union([z.number(), z.string().transform(numberIn), z.null()], code('notNumber'))
  .refine((value) => !Number.isNaN(value), { error: code('notNumber'), abort: true });
