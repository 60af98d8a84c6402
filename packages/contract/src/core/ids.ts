import { z } from 'zod';
import { code } from './field-codes.ts';
import { ID_PATTERN } from './id-pattern.ts';
import { withoutInvisible } from './invisible.ts';

export const Id = z.string(code('required')).regex(ID_PATTERN, code('unknown'));

/** List of ids; duplicates are ignored (§5). */
export const Ids = z
  .array(Id, code('invalid'))
  .max(10_000, code('tooMany'))
  .transform((ids) => [...new Set(ids)]);
/** The same, empty when it is not sent. Not for a PATCH, where a field that is not sent stays. */
export const IdList = Ids.default([]);

/** UTC instant in ISO 8601 (API-GEN-12). */
export const Instant = z.iso.datetime();

/** A single-use ticket: 256 random bits, base64url. */
export const Ticket = z.string().regex(/^[A-Za-z0-9_-]{43}$/, code('invalid'));

/** An identifier that others made, e.g. a push address: printable ASCII without spaces, at most `max` signs. */
export const foreignId = (max: number) =>
  z
    .string(code('required'))
    .overwrite(withoutInvisible)
    .min(1, code('required'))
    .max(max, code('tooLong'))
    .regex(/^[\x21-\x7e]*$/, code('invalid'));
