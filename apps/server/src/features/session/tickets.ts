import { randomBytes } from 'node:crypto';
import type { Staff } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { hashToken } from './hash-token.ts';
import { insertTicket, isRevoked, takeTicket } from './session.repository.ts';

const LIVES_MS = 60_000;

/** Issues a ticket that opens one path once, within a minute and until its owner signs out. */
export const issueTicket = async (db: Database, { id, tokenHash }: Staff, path: string, now: Date): Promise<string> => {
  const ticket = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + LIVES_MS);
  await insertTicket(db, { ticketHash: hashToken(ticket), path, person: id, tokenHash, expiresAt });
  return ticket;
};

/** Consumes a ticket and returns its owner; null if it is used, expired, revoked or for another path. */
export const redeemTicket = async (db: Database, ticket: string, path: string, now: Date): Promise<string | null> => {
  const found = await takeTicket(db, hashToken(ticket));
  if (!found || found.path !== path || found.expiresAt < now || (await isRevoked(db, found.tokenHash.toString('base64')))) return null;
  return found.person;
};
