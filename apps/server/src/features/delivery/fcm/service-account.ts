import { readFileSync } from 'node:fs';
// Not the whole library: a worker that was killed loads it again.
import { SignJWT } from 'jose/jwt/sign';
import { importPKCS8 } from 'jose/key/import';
import { z } from 'zod';
import { whyUnreadable } from '../../../platform/files/why-unreadable.ts';

const ServiceAccount = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  token_uri: z.url(),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const ASSERTION_SECONDS = 3_600;

const faultOf = (error: unknown): string => {
  if (error instanceof z.ZodError) return `lacks a valid ${error.issues.map((issue) => issue.path.join('.')).join(', ') || 'JSON object'}`;
  return error instanceof SyntaxError ? 'the file is not JSON' : whyUnreadable(error);
};

/** Reads a Google service account key file; the error names the file and the field, never a value. */
export const readServiceAccount = (file: string): ServiceAccount => {
  try {
    return ServiceAccount.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`Push credentials ${file}: ${faultOf(error)}`);
  }
};

/**
 * Returns a function that reads the account from the key file on each call, so that a key is rotated without a restart (OPS-11). A file
 * that cannot be read, or belongs to another project, is ignored and passed to `refused`. The first read throws like `readServiceAccount`.
 */
export const followServiceAccount = (file: string, refused: (why: string) => void): (() => ServiceAccount) => {
  let account = readServiceAccount(file);
  return () => {
    try {
      const next = readServiceAccount(file);
      if (next.project_id === account.project_id) account = next;
      else refused(`Push credentials ${file}: of another project, ${next.project_id}`);
    } catch (error) {
      refused(error instanceof Error ? error.message : String(error));
    }
    return account;
  };
};

/** The signed statement that a token endpoint exchanges for an access token (RFC 7523). */
export const signAssertion = async (account: ServiceAccount, now: Date): Promise<string> => {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(account.private_key_id && { kid: account.private_key_id }) })
    .setIssuer(account.client_email)
    .setAudience(account.token_uri)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ASSERTION_SECONDS)
    .sign(await importPKCS8(account.private_key, 'RS256'));
};
