import type { Generated, GeneratedAlways } from 'kysely';

export type SessionTables = {
  staffLogin: { seq: GeneratedAlways<number>; at: Generated<Date>; person: string; storeId: string | null };
  staffName: { person: string; name: string };
  /** What each person may do, as their last request showed it; null: no own store. */
  staffRights: { person: string; isAdmin: boolean; storeId: string | null; asOf: Date };
  ticket: { ticketHash: Buffer; path: string; person: string; tokenHash: Buffer; expiresAt: Date };
  revokedToken: { tokenHash: Buffer; expiresAt: Date };
};
