/** the selected store's `_id`, sent with every staff call while a store is chosen. */
export const STORE_HEADER = 'x-store-id';
/**
 * Returns whether a route uses the store in that header: the routes of notifications and the last sign-in. They reject staff who
 * name another store and administrators who name an unknown one. Every other route ignores the header.
 */
export const usesStoreHeader = ({ access, path }: { access: string; path: string }): boolean =>
  access === 'staff' && (path === '/session/get-last-login' || /^\/api\/v1\/notification-editor(\/|$)/.test(path));
/** Marks repeated attempts of one send, so that it happens once (ux 6). */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** The tags that a change or a delete was made against. */
export const IF_MATCH_HEADER = 'if-match';
/** Format of an Idempotency-Key. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,200}$/;
