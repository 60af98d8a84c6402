import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../../apps/server/src/config.ts';
import type { PushGateway } from '../../apps/server/src/features/delivery/worker.ts';
import { type CheckResult, note, ok, wrong } from '../../apps/server/src/platform/checks/finding.ts';
import type { FileStorage } from '../../apps/server/src/platform/files/file-storage.ts';
import { connectIdentityProvider } from '../../apps/server/src/platform/oidc/identity-provider.ts';
import { askForJson, whyNoTls, WITHIN_MS } from './why-unreachable.ts';

/** Writes, reads and removes a small file in the file store, and runs the store's own check. */
export const checkStorage = async (storage: FileStorage, where: string): Promise<CheckResult> => {
  const name = `doctor-${randomUUID()}`;
  const bytes = Buffer.from(name);
  await storage.put(name, bytes);
  try {
    const read = Buffer.concat(await (await storage.read(name)).toArray());
    if (!read.equals(bytes))
      return wrong(`${where} gives back other bytes than it was given`, 'another program or a proxy changes them: look there');
  } finally {
    await storage.remove(name);
  }
  await storage.check();
  return ok(`${where} keeps what it is given`);
};

const isAddress = (value: unknown): boolean => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value);

const discoveryOf = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

/** Returns why an issuer cannot be used, from its discovery document and its keys. */
const whyNoIssuer = async ({ ENDCAP_OIDC_ISSUER: issuer, ENDCAP_OIDC_FACTS_CLAIM: factsClaim }: Config): Promise<CheckResult> => {
  const address = discoveryOf(issuer);
  const result = await askForJson(address);
  if (!('document' in result)) return result;
  const discovery = { ...(result.document as Record<string, unknown> | null) };
  if (discovery['issuer'] !== issuer)
    return typeof discovery['issuer'] === 'string'
      ? wrong(
          `${address} is of the issuer ${discovery['issuer']}`,
          `set ENDCAP_OIDC_ISSUER to ${discovery['issuer']}, to the sign, if that is the one meant (docs/operators/sign-in.md)`,
        )
      : wrong(`${address} names no issuer`, 'set ENDCAP_OIDC_ISSUER to the address of an OpenID provider (docs/operators/sign-in.md)');
  const needed = ['jwks_uri', ...(factsClaim === undefined ? ['userinfo_endpoint'] : [])];
  const missing = needed.filter((name) => !isAddress(discovery[name]));
  if (missing.length > 0)
    return wrong(
      `${address} names no ${missing.join(' and no ')}`,
      'let the provider publish it; a provider without user info needs ENDCAP_OIDC_FACTS_CLAIM (docs/operators/sign-in.md)',
    );
  const keys = await askForJson(String(discovery['jwks_uri']));
  return 'document' in keys
    ? wrong(
        `${String(discovery['jwks_uri'])} holds no keys that Endcap can use`,
        'compare ENDCAP_OIDC_ALGORITHMS with the keys of the provider',
      )
    : keys;
};

/** A token request with an invalid code. Every provider rejects it, and the response has the same CORS headers as any other. */
const invalidTokenRequest = ({ ENDCAP_ADMIN_URL, ENDCAP_OIDC_CLIENT_ID }: Config): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: ENDCAP_OIDC_CLIENT_ID,
    code: 'doctor',
    redirect_uri: `${ENDCAP_ADMIN_URL}/login/callback`,
  }),
});

/** Returns whether the provider's CORS headers allow the page to read a response. */
const mayPageRead = async ({ ENDCAP_ADMIN_URL }: Config, address: string, request: RequestInit = {}): Promise<boolean> => {
  const { origin } = new URL(ENDCAP_ADMIN_URL);
  const answer = await fetch(address, { ...request, headers: { origin }, signal: AbortSignal.timeout(WITHIN_MS) }).catch(() => null);
  const allowed = answer?.headers.get('access-control-allow-origin');
  return allowed === '*' || allowed === origin;
};

/** Returns the first of discovery document and token endpoint whose responses the page may not read, if any. */
const unreadableOf = async (config: Config, tokenEndpoint: string | undefined): Promise<string | undefined> => {
  const discovery = discoveryOf(config.ENDCAP_OIDC_ISSUER);
  if (!(await mayPageRead(config, discovery))) return discovery;
  return tokenEndpoint === undefined || (await mayPageRead(config, tokenEndpoint, invalidTokenRequest(config))) ? undefined : tokenEndpoint;
};

/** Fetches the issuer's discovery document and keys like the staff API. Checks CORS and sign-out like the page. */
export const checkIssuer = async (config: Config): Promise<CheckResult> => {
  const provider = connectIdentityProvider({
    issuer: config.ENDCAP_OIDC_ISSUER,
    clientId: config.ENDCAP_OIDC_CLIENT_ID,
    audience: config.ENDCAP_OIDC_AUDIENCE,
    algorithms: config.ENDCAP_OIDC_ALGORITHMS,
    needsUserInfo: config.ENDCAP_OIDC_FACTS_CLAIM === undefined,
    // The check verifies no token, so the clock does not matter.
    now: () => new Date(),
  });
  const isUsable = await provider
    .reach()
    .then(provider.prepare)
    .then(
      () => true,
      () => false,
    );
  if (!isUsable) return whyNoIssuer(config);
  const answers = `${config.ENDCAP_OIDC_ISSUER} and its keys answer`;
  const tokenEndpoint = await provider.tokenEndpoint();
  const unreadable = await unreadableOf(config, tokenEndpoint);
  if (unreadable !== undefined)
    return note(
      `${answers}; ${unreadable} does not say that the page at ENDCAP_ADMIN_URL may read its answers (CORS): when nobody can sign in, register the client as a public one of a web page with that origin (docs/operators/sign-in.md)`,
    );
  return (await provider.hasSignOut())
    ? ok(answers)
    : note(
        `${answers}; it names no end_session_endpoint, so its own session outlives each sign-out, and the page says so (docs/operators/sign-in.md)`,
      );
};

/** Sends a dry run to the push service, with a token that belongs to no phone. */
export const checkPush = async (
  push: PushGateway,
  now: Date,
  { ENDCAP_PUSH_ENDPOINT, ENDCAP_PUSH_CA_FILE }: Config,
): Promise<CheckResult> => {
  const validUntil = new Date(now.getTime() + 60_000).toISOString();
  const dryRun = push.dryRun({ notificationId: 'doctor', title: 'Doctor', body: 'Doctor', url: null, imageUrl: null, validUntil });
  const outcome = await dryRun({ kind: 'token', value: 'endcap-doctor' }).finally(() => push.close());
  if (outcome.is === 'stop' || outcome.is === 'refused')
    return wrong(
      `the push service refuses: ${'error' in outcome ? outcome.error : outcome.reason}`,
      'check that the key of ENDCAP_PUSH_CREDENTIALS_FILE is in force, belongs to the project, and may send (docs/operators/push-with-fcm.md)',
    );
  if (outcome.is === 'transient') {
    const ca = ENDCAP_PUSH_CA_FILE && (await readFile(ENDCAP_PUSH_CA_FILE, 'utf8'));
    return (
      (await whyNoTls(ENDCAP_PUSH_ENDPOINT, ca, 'ENDCAP_PUSH_CA_FILE')) ??
      wrong(
        'the push service, or the token_uri of the key, does not answer as it should',
        'check that this machine may reach the token_uri, and that ENDCAP_PUSH_ENDPOINT leads to the push service',
      )
    );
  }
  return ok(`${push.project} takes our key`);
};
