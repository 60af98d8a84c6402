import type { Context } from './context.ts';
import type { FileStores } from './features/files/index.ts';
import type { PageSettings } from './features/settings/index.ts';
import { build, versionText } from './platform/build.ts';
import type { AllowedOrigins } from './platform/http/security-headers.ts';
import { openWebPage } from './platform/http/web-page.ts';
import type { IdentityProvider } from './platform/oidc/identity-provider.ts';

/** Opens the built web page, with what it needs to know of this installation. */
export const openPage = ({ config }: Context, settings: () => Promise<PageSettings>) =>
  openWebPage({
    folder: config.ENDCAP_WEB_DIR,
    config: async () => ({
      ...(await settings()),
      version: versionText(build),
      appScheme: config.ENDCAP_APP_SCHEME,
      sandboxPhoneUrl: config.ENDCAP_SANDBOX_PHONE_URL ?? null,
      map: config.ENDCAP_MAP_TILE_URL ? { tileUrl: config.ENDCAP_MAP_TILE_URL, attribution: config.ENDCAP_MAP_ATTRIBUTION } : null,
      oidc: {
        issuer: config.ENDCAP_OIDC_ISSUER,
        clientId: config.ENDCAP_OIDC_CLIENT_ID,
        audience: config.ENDCAP_OIDC_AUDIENCE,
        scope: config.ENDCAP_OIDC_SCOPE,
        userInfo: config.ENDCAP_OIDC_FACTS_CLAIM === undefined,
      },
    }),
  });
/** The origins, besides our own, that the page may load images from and call. They change with the provider's discovery document. */
export const originsOf =
  ({ config }: Context, { cloudinary }: FileStores, provider: IdentityProvider) =>
  (): AllowedOrigins => {
    const tiles = config.ENDCAP_MAP_TILE_URL ? [new URL(config.ENDCAP_MAP_TILE_URL).origin] : [];
    const ofProvider = provider.pageOrigins();
    return {
      imageOrigins: [...(cloudinary ? ['https://res.cloudinary.com'] : []), ...tiles, ...ofProvider, ...config.ENDCAP_OIDC_PICTURE_ORIGINS],
      connectOrigins: ofProvider,
    };
  };
