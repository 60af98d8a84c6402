import type { Generated, GeneratedAlways } from 'kysely';

export type SessionTables = {
  staffLogin: { seq: GeneratedAlways<number>; at: Generated<Date>; person: string; storeId: string | null };
  staffName: { person: string; name: string };
  /** Rights of each person as of their last request. `storeId` is null for a person without a store of their own. */
  staffRights: { person: string; isAdmin: boolean; storeId: string | null; asOf: Date };
  ticket: { ticketHash: Buffer; path: string; person: string; tokenHash: Buffer; expiresAt: Date };
  revokedToken: { tokenHash: Buffer; expiresAt: Date };
};
