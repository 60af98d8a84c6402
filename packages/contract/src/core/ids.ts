import { z } from 'zod';

/** Opaque entity id. Anything else cannot exist, so a malformed id is "not found" (API-GEN-10). */
export const ID_PATTERN = /^[a-z0-9]{1,40}$/;
export const Id = z.string('required').regex(ID_PATTERN, 'unknown');

/** List of ids; duplicates are ignored (§5). */
export const IdList = z
  .array(Id)
  .max(10_000, 'tooMany')
  .default([])
  .transform((ids) => [...new Set(ids)]);

/** UTC instant in ISO 8601 (API-GEN-12). */
export const Instant = z.iso.datetime();
