import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';

export const CLIENT_ID = 'endcap-web';
export const AUDIENCE = 'urn:endcap:api';
/** An identifier in the style of providers that allow no plain names for claims of their customers. */
export const FACTS_CLAIM = 'https://koszyk.example/claims/facts';
/** Many providers serve each customer under a path. */
const PATH = '/tenants/koszyk';
const SECONDS = 3_600;

/** Subject in ID tokens. Access tokens use that of the sandbox's provider, so that other tests meet the same administrator. */
const PAIRWISE_SUBJECT = 'a7c1f0-of-this-client';
const person = { sub: 'admin', name: 'Anna Wójcik', app_metadata: { endcapAdmin: true } };

/** Features that the identity provider lacks. */
export type Lacking = { signOut?: true; userInfo?: true; expiresIn?: true };

type ProviderOptions = { adminUrl: string; lacking: Lacking };

/** The same server by another name is another origin. */
const elsewhere = (document: object): object =>
  Object.fromEntries(
    Object.entries(document).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && /_(endpoint|uri)$/.test(name) ? value.replace('//localhost:', '//127.0.0.1:') : value,
    ]),
  );

const resource = {
  scope: 'openid profile',
  audience: AUDIENCE,
  accessTokenTTL: SECONDS,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: 'ES256' } },
} as const;

const configurationOf = ({ adminUrl, lacking }: ProviderOptions): Configuration => ({
  clients: [
    {
      client_id: CLIENT_ID,
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'ES256',
      grant_types: ['authorization_code'],
      response_types: ['code'],
      redirect_uris: [`${adminUrl}/login/callback`],
      post_logout_redirect_uris: [`${adminUrl}/login`],
    },
  ],
  jwks: {
    keys: [
      {
        ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
        kid: randomUUID(),
        alg: 'ES256',
        use: 'sig',
      },
    ],
  } as NonNullable<Configuration['jwks']>,
  cookies: { keys: [randomUUID()] },
  claims: { openid: ['sub'], profile: ['name'] },
  clientBasedCORS: () => true,
  features: {
    devInteractions: { enabled: false },
    // It refuses each token that is for an API, as `oidc-provider` does by itself.
    userinfo: { enabled: lacking.userInfo !== true },
    rpInitiatedLogout: {
      enabled: lacking.signOut !== true,
      logoutSource: (ctx: KoaContextWithOIDC, form: string) => {
        ctx.body = `<title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out</button>`;
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => AUDIENCE,
      useGrantedResource: () => true,
      getResourceServerInfo: () => resource,
    },
  },
  ttl: { AccessToken: SECONDS, IdToken: SECONDS, Session: SECONDS, Grant: SECONDS, Interaction: SECONDS },
  extraTokenClaims: (ctx) => ({
    name: person.name,
    nonce: ctx.oidc.entities.AuthorizationCode?.nonce,
    [FACTS_CLAIM]: person.app_metadata,
  }),
  formats: {
    customizers: {
      jwt: (_ctx, _token, parts) => {
        parts.header = { typ: 'JWT' };
        parts.payload['sub'] = person.sub;
      },
    },
  },
  findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, name: person.name }) }),
  loadExistingGrant: async (ctx) => {
    const grant = new ctx.oidc.provider.Grant({ clientId: CLIENT_ID, accountId: ctx.oidc.session?.accountId ?? '' });
    grant.addOIDCScope('openid profile');
    grant.addResourceScope(AUDIENCE, 'openid profile');
    await grant.save();
    return grant;
  },
  interactions: { url: (_ctx, { uid }) => `${PATH}/interaction/${uid}` },
});

/** Sign-in page that accepts anyone who presses the button. */
const interact = async (provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method === 'POST')
    return provider.interactionFinished(request, response, { login: { accountId: PAIRWISE_SUBJECT, remember: false } });
  response.setHeader('content-type', 'text/html').end('<title>Sign in</title><form method="post"><button>Continue as Anna</button></form>');
};

type LimitedProvider = { issuer: string; stop: () => void };

/**
 * Starts a provider that differs from the sandbox's wherever the specifications allow it: ES256, an issuer with a path, endpoints on
 * another origin, claims under a URL, user info that refuses tokens of the API, access tokens with `nonce` and a subject of their own. It
 * may also lack optional features (`lacking`).
 */
export const startLimitedProvider = async (adminUrl: string, lacking: Lacking = {}): Promise<LimitedProvider> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}${PATH}`;
  const provider = new Provider(issuer, configurationOf({ adminUrl, lacking }));
  provider.use(async (ctx, next) => {
    await next();
    if (typeof ctx.body !== 'object' || ctx.body === null) return;
    if (ctx.path === '/.well-known/openid-configuration') ctx.body = elsewhere(ctx.body);
    if (lacking.expiresIn && 'expires_in' in ctx.body) delete ctx.body.expires_in;
  });
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage & { originalUrl?: string }, response: ServerResponse) => {
    const address = request.url ?? '/';
    if (!address.startsWith(`${PATH}/`)) return void response.writeHead(404).end();
    // As a framework does when it mounts one application in another.
    request.originalUrl = address;
    request.url = address.slice(PATH.length);
    if (!request.url.startsWith('/interaction/')) return void answer(request, response);
    interact(provider, request, response).catch((error: Error) => response.writeHead(400).end(error.message));
  });
  return {
    issuer,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
