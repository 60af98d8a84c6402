import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';
import { configurationOf } from './configuration.ts';
import { createDirectory, type Directory } from './directory.ts';
import { FONT_PATH, sendFont } from '../product-font.ts';
import { signInPage } from './pages.ts';
import { createTokens, type Tokens } from './tokens.ts';

export type IdentityProviderOptions = {
  port: number;
  issuer: string;
  clientId: string;
  audience: string;
  productKey: string;
  webOrigins: string[];
  /** File that stores the signing key across restarts. */
  keyFile?: string;
  /** URL of the sandbox page that shows a customer's phone. */
  phoneUrl: string | null;
};

type Exchange = { url: URL; request: IncomingMessage; response: ServerResponse };
type Parts = { directory: Directory; tokens: Tokens; provider: Provider; phoneUrl: string | null };

const answer = ({ response }: Exchange, status: number, body: unknown, type = 'application/json'): void => {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization',
    'cache-control': 'no-store',
  });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

const userInfo = async (exchange: Exchange, { directory, tokens }: Parts): Promise<void> => {
  const { method, headers } = exchange.request;
  if (method === 'OPTIONS') return answer(exchange, 204, '');
  const token = /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const person = await tokens.subjectOf(token).then(directory.find, () => undefined);
  if (person) answer(exchange, 200, directory.claimsOf(person));
  else answer(exchange, 401, { error: 'invalid_token' });
};

const mint = async (exchange: Exchange, { directory, tokens }: Parts): Promise<void> => {
  const query = exchange.url.searchParams;
  const person = query.get('person') ?? '';
  if (directory.find(person)) return answer(exchange, 200, { token: await tokens.mint(person, query) });
  const people = directory.all().map(({ id }) => id);
  answer(exchange, 404, { error: `unknown person, choose one of ${people.join(', ')}` });
};

const signAnything = async (exchange: Exchange, { tokens }: Parts): Promise<void> =>
  answer(exchange, 200, { token: tokens.signAnything(JSON.parse(await text(exchange.request))) });

const changePerson = async (exchange: Exchange, { directory }: Parts): Promise<void> => {
  const id = decodeURIComponent(exchange.url.pathname.split('/')[3] ?? '');
  directory.change(id, JSON.parse((await text(exchange.request)) || '{}'));
  answer(exchange, 204, '');
};

const interact = async (exchange: Exchange, { directory, provider, phoneUrl }: Parts): Promise<void> => {
  const { request, response } = exchange;
  const { params } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') {
    const language = /^pl\b/.test(String(params['ui_locales'] ?? '')) ? 'pl' : 'en';
    const shown = { people: directory.all(), client: String(params['client_id']), language, phoneUrl } as const;
    return answer(exchange, 200, signInPage(shown), 'text/html');
  }
  const person = new URLSearchParams(await text(request)).get('person');
  const result =
    person && directory.find(person)
      ? { login: { accountId: person, remember: false } }
      : { error: 'access_denied', error_description: 'Sign-in was cancelled' };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
};

const font = ({ response }: Exchange): Promise<void> => sendFont(response);

const failed = (exchange: Exchange, { message }: Error): void => {
  if (exchange.response.headersSent) return;
  const body = `<p>Sign-in has to be started again from the back-office.</p><p>${message.replace(/[<>&]/g, '')}</p>`;
  answer(exchange, 400, body, 'text/html');
};

/** Returns the handler of a route outside OpenID Connect. Scripts and tests use `/sandbox`. */
const doorOf = (path: string) => {
  if (path === '/me') return userInfo;
  if (path === '/sandbox/token') return mint;
  if (path === FONT_PATH) return font;
  if (path === '/sandbox/sign') return signAnything;
  if (path.startsWith('/sandbox/people/')) return changePerson;
  return path.startsWith('/interaction/') ? interact : null;
};

/**
 * Starts an OpenID provider that replaces the chain's identity provider. Has demo people instead of passwords.
 * Never for production: every caller can sign in as any person.
 */
export const startIdentityProvider = async (options: IdentityProviderOptions): Promise<Server> => {
  if (process.env['NODE_ENV'] === 'production') throw new Error('The sandbox identity provider does not start in production.');
  const { issuer, port, productKey, phoneUrl } = options;
  const directory = createDirectory(productKey);
  const tokens = await createTokens(options);
  const provider = new Provider(issuer, configurationOf({ ...options, jwks: tokens.jwks, directory }));
  const oidc = provider.callback();
  const server = createServer((request, response) => {
    const exchange = { url: new URL(request.url ?? '/', issuer), request, response };
    const door = doorOf(exchange.url.pathname);
    if (!door) return void oidc(request, response);
    door(exchange, { directory, tokens, provider, phoneUrl }).catch((error: Error) => failed(exchange, error));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return server;
};
