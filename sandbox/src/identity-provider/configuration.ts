import { randomUUID } from 'node:crypto';
import type { Configuration, JWKS, KoaContextWithOIDC, ResourceServer } from 'oidc-provider';
import type { Directory } from './directory.ts';
import { signOutPage } from './pages.ts';
import { TOKEN_SECONDS } from './tokens.ts';

type Configured = { issuer: string; clientId: string; audience: string; webOrigins: string[]; jwks: JWKS; directory: Directory };

const clientOf = ({ clientId, webOrigins }: Configured): NonNullable<Configuration['clients']>[number] => ({
  client_id: clientId,
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code'],
  response_types: ['code'],
  redirect_uris: webOrigins.map((origin) => `${origin}/login/callback`),
  post_logout_redirect_uris: webOrigins.map((origin) => `${origin}/login`),
});

const resourceOf = (audience: string): ResourceServer => ({
  scope: 'openid profile',
  audience,
  accessTokenTTL: TOKEN_SECONDS,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: 'RS256' } },
});

/** Configures the provider like the chain's: the back-office is its client, access tokens are for our API, and there is no consent page. */
export const configurationOf = (options: Configured): Configuration => ({
  clients: [clientOf(options)],
  jwks: options.jwks,
  cookies: { keys: [randomUUID()] },
  claims: { openid: ['sub'], profile: ['name', 'picture', 'app_metadata'] },
  pkce: { required: () => true },
  clientBasedCORS: () => true,
  discovery: { userinfo_endpoint: `${options.issuer}/me` },
  features: {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: true, logoutSource: (ctx: KoaContextWithOIDC, form: string) => void (ctx.body = signOutPage(form)) },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => options.audience,
      useGrantedResource: () => true,
      getResourceServerInfo: () => resourceOf(options.audience),
    },
  },
  ttl: { AccessToken: TOKEN_SECONDS, IdToken: 3600, Session: TOKEN_SECONDS, Grant: TOKEN_SECONDS, Interaction: 600 },
  findAccount: (_ctx, id) => {
    const person = options.directory.find(id);
    return person && { accountId: id, claims: () => options.directory.claimsOf(person) };
  },
  loadExistingGrant: async (ctx) => {
    const grant = new ctx.oidc.provider.Grant({
      clientId: ctx.oidc.client?.clientId ?? '',
      accountId: ctx.oidc.session?.accountId ?? '',
    });
    grant.addOIDCScope('openid profile');
    grant.addResourceScope(options.audience, 'openid profile');
    await grant.save();
    return grant;
  },
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
});
