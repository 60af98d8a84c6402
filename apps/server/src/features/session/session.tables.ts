import type { Generated, GeneratedAlways } from 'kysely';

export type SessionTables = {
  staffLogin: { seq: GeneratedAlways<number>; at: Generated<Date>; person: string; storeId: string | null };
  staffName: { person: string; name: string };
  ticket: { ticketHash: Buffer; path: string; person: string; tokenHash: Buffer; expiresAt: Date };
  revokedToken: { tokenHash: Buffer; expiresAt: Date };
};
