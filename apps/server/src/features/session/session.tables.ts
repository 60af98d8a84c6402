import type { Generated, GeneratedAlways } from 'kysely';

export type SessionTables = {
  staffLogin: { seq: GeneratedAlways<number>; at: Generated<Date>; person: string; storeId: string | null };
  revokedToken: { tokenHash: Buffer; expiresAt: Date };
};
