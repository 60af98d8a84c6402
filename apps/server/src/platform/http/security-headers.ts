import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** Origins besides our own that the page may load images from or talk to (CSP). */
export type AllowedOrigins = { imageOrigins: string[]; connectOrigins: string[] };
export const noOrigins: AllowedOrigins = { imageOrigins: [], connectOrigins: [] };

// The page reads nothing of the device but what its own elements ask for.
const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), display-capture=(), browsing-topics=()';

/** The headers of every answer (H14), put together once: they are the same for all. */
export const securityHeaders = ({ imageOrigins, connectOrigins }: AllowedOrigins): Record<string, string> => {
  const headers: Record<string, string> = { 'cache-control': 'no-store', 'permissions-policy': PERMISSIONS };
  const collector = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  };
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // Mantine positions floating parts with inline style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...imageOrigins],
        connectSrc: ["'self'", ...connectOrigins],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })({} as IncomingMessage, collector as unknown as ServerResponse, () => {});
  return headers;
};

/** The headers as of now, put together again only when the origins have changed. */
export const headersOf = (origins: () => AllowedOrigins): (() => Record<string, string>) => {
  let cached: { key: string; headers: Record<string, string> } | undefined;
  return () => {
    const now = origins();
    const key = JSON.stringify(now);
    if (cached?.key !== key) cached = { key, headers: securityHeaders(now) };
    return cached.headers;
  };
};

/** The headers that matter for public JSON (decision 0052). */
export const PUBLIC_JSON_HEADERS: ReadonlySet<string> = new Set(['x-content-type-options', 'strict-transport-security']);
