// Apart from the schemas, whose library phones do not carry.
/** Opaque entity id. Anything else cannot exist, so a malformed id is "not found" (API-GEN-10). */
export const ID_PATTERN = /^[a-z0-9]{1,40}$/;
