import { z } from 'zod';

/** Opaque entity id. Anything else cannot exist, so a malformed id is "not found" (API-GEN-10). */
export const ID_PATTERN = /^[a-z0-9]{1,40}$/;
export const Id = z.string('required').regex(ID_PATTERN, 'unknown');

/** List of ids; duplicates are ignored (§5). */
export const Ids = z
  .array(Id, 'invalid')
  .max(10_000, 'tooMany')
  .transform((ids) => [...new Set(ids)]);
/** The same, empty when it is not sent. */
export const IdList = Ids.default([]);

/** UTC instant in ISO 8601 (API-GEN-12). */
export const Instant = z.iso.datetime();

/** A single-use ticket: 256 random bits, base64url. */
export const Ticket = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'invalid');

/** An identifier that others made, e.g. a push address: printable ASCII without spaces, at most `max` signs. */
export const foreignId = (max: number) =>
  z
    .string('required')
    .min(1, 'required')
    .max(max, 'tooLong')
    .regex(/^[\x21-\x7e]*$/, 'invalid');
