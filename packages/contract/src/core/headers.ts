/** the selected store's `_id`, sent with every staff call while a store is chosen. */
export const STORE_HEADER = 'x-store-id';
/**
 * Whether a route is about the store in that header: those about notifications, and the last sign-in. There, staff who name another store and administrators
 * who name an unknown one are refused; every other route ignores the header.
 */
export const usesStoreHeader = ({ access, path }: { access: string; path: string }): boolean =>
  access === 'staff' && (path === '/session/get-last-login' || /^\/api\/v1\/notification-editor(\/|$)/.test(path));
/** Marks repeated attempts of one send, so that it happens once (ux 6). */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** The tags that a change or a delete was made against. */
export const IF_MATCH_HEADER = 'if-match';
/** What an Idempotency-Key may be. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,200}$/;
