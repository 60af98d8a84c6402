import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createLocalJWKSet, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import { adminFlag, storeClaim } from '@endcap/contract/session';
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { type DemoPerson, demoPeople } from '../demo/people.ts';
import { signInPage, signOutPage } from './pages.ts';

export type IdentityProviderOptions = {
  port: number;
  issuer: string;
  clientId: string;
  audience: string;
  productKey: string;
  webOrigins: string[];
  signingKey?: JWK;
};

const TOKEN_SECONDS = 8 * 3600;

const newSigningKey = (): JWK =>
  ({
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    kid: randomUUID(),
    alg: 'RS256',
    use: 'sig',
  }) as JWK;

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * Stands in for the third party that signs people in: a real OpenID provider with demo people instead of passwords.
 * Never for production: whoever reaches it can be anybody.
 */
export const startIdentityProvider = async (options: IdentityProviderOptions): Promise<Server> => {
  if (process.env['NODE_ENV'] === 'production') throw new Error('The sandbox identity provider does not start in production.');
  const { issuer, clientId, audience, productKey } = options;
  const people = new Map<string, DemoPerson>(demoPeople.map((person) => [person.id, { ...person }]));
  const key = options.signingKey ?? newSigningKey();
  const signer = await importJWK(key, 'RS256');
  const verifier = createLocalJWKSet({ keys: [{ kty: 'RSA', n: key.n, e: key.e, kid: key.kid, alg: 'RS256' } as JWK] });

  const claimsOf = (person: DemoPerson) => ({
    sub: person.id,
    name: person.name,
    ...(person.picture && { picture: person.picture }),
    app_metadata: {
      ...(person.isAdmin !== undefined && { [adminFlag(productKey)]: person.isAdmin }),
      ...(person.storeId && { [storeClaim(productKey)]: person.storeId }),
    },
    ...person.claims,
  });

  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: options.webOrigins.map((origin) => `${origin}/login/callback`),
        post_logout_redirect_uris: options.webOrigins.map((origin) => `${origin}/login`),
      },
    ],
    jwks: { keys: [key as never] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], profile: ['name', 'picture', 'app_metadata'] },
    pkce: { required: () => true },
    clientBasedCORS: () => true,
    discovery: { userinfo_endpoint: `${issuer}/me` },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: (ctx: KoaContextWithOIDC, form: string) => void (ctx.body = signOutPage(form)) },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid profile',
          audience,
          accessTokenTTL: TOKEN_SECONDS,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    ttl: { AccessToken: TOKEN_SECONDS, IdToken: 3600, Session: TOKEN_SECONDS, Grant: TOKEN_SECONDS, Interaction: 600 },
    findAccount: (_ctx, id) => {
      const person = people.get(id);
      return person && { accountId: id, claims: () => claimsOf(person) };
    },
    // Nobody is asked for consent: the page is the chain's own.
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile');
      grant.addResourceScope(audience, 'openid profile');
      await grant.save();
      return grant;
    },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  };
  const provider = new Provider(issuer, configuration);
  const oidc = provider.callback();

  const answer = (response: ServerResponse, status: number, body: unknown, type = 'application/json'): void => {
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization',
      'cache-control': 'no-store',
    });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

  const userInfo = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'OPTIONS') return answer(response, 204, '');
    try {
      const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const { payload } = await jwtVerify(token, verifier, { issuer, audience });
      const person = people.get(payload.sub ?? '');
      if (!person) throw new Error('gone');
      answer(response, 200, claimsOf(person));
    } catch {
      answer(response, 401, { error: 'invalid_token' });
    }
  };

  /** Scripts and tests take tokens of demo people here instead of walking through the sign-in page. */
  const mint = async (query: URLSearchParams, response: ServerResponse): Promise<void> => {
    const person = query.get('person') ?? '';
    if (!people.has(person)) return answer(response, 404, { error: `unknown person, choose one of ${[...people.keys()].join(', ')}` });
    const now = Math.floor(Date.now() / 1000);
    // Tokens that a provider would hand to others, to see them refused.
    const extra = Object.fromEntries(['azp', 'nonce'].flatMap((claim) => (query.has(claim) ? [[claim, query.get(claim)]] : [])));
    const token = await new SignJWT({ scope: 'openid profile', client_id: clientId, jti: randomUUID(), ...extra })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.kid ?? '' })
      .setIssuer(query.get('issuer') ?? issuer)
      .setAudience(query.get('audience') ?? audience)
      .setSubject(person)
      .setIssuedAt(now)
      .setExpirationTime(now + Number(query.get('seconds') ?? TOKEN_SECONDS))
      .sign(signer);
    answer(response, 200, { token });
  };

  /** Signs whatever it is given, to see refused what no honest provider would issue. The payload is text: JSON says more than numbers hold. */
  const signAnything = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { header, payload } = JSON.parse(await readBody(request)) as { header: { alg?: string }; payload: string };
    const protectedHeader = { alg: 'RS256', typ: 'at+jwt', kid: key.kid, ...header };
    const signed = [JSON.stringify(protectedHeader), payload].map((part) => Buffer.from(part).toString('base64url')).join('.');
    const hash = `sha${/(256|384|512)$/.exec(protectedHeader.alg)?.[0] ?? '256'}`;
    const signature = sign(hash, Buffer.from(signed), createPrivateKey({ key: key as never, format: 'jwk' }));
    answer(response, 200, { token: `${signed}.${signature.toString('base64url')}` });
  };

  const changePerson = async (id: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const known = people.get(id);
    const { disabled, ...change } = JSON.parse((await readBody(request)) || '{}') as Partial<DemoPerson> & { disabled?: boolean };
    if (disabled) people.delete(id);
    else people.set(id, { id, name: id, picture: null, isAdmin: false, storeId: null, about: '', ...known, ...change });
    answer(response, 204, '');
  };

  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { params } = await provider.interactionDetails(request, response);
    if (request.method !== 'POST') return answer(response, 200, signInPage([...people.values()], String(params['client_id'])), 'text/html');
    const form = new URLSearchParams(await readBody(request));
    const person = form.get('person');
    const result =
      person && people.has(person)
        ? { login: { accountId: person, remember: false } }
        : { error: 'access_denied', error_description: 'Sign-in was cancelled' };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    const route = async (): Promise<void> => {
      if (url.pathname === '/me') return userInfo(request, response);
      if (url.pathname === '/sandbox/token') return mint(url.searchParams, response);
      if (url.pathname === '/sandbox/sign') return signAnything(request, response);
      if (url.pathname.startsWith('/sandbox/people/'))
        return changePerson(decodeURIComponent(url.pathname.split('/')[3] ?? ''), request, response);
      if (url.pathname.startsWith('/interaction/')) return interact(request, response);
      oidc(request, response);
    };
    route().catch((error: Error) => {
      if (!response.headersSent)
        answer(
          response,
          400,
          `<p>Sign-in has to be started again from the back-office.</p><p>${error.message.replace(/[<>&]/g, '')}</p>`,
          'text/html',
        );
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, '127.0.0.1', resolve));
  return server;
};
