import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';

/** Says once that somebody forwards calls whom `TRUSTED_PROXIES` does not name: all who come that way count as one address. */
export const createProxyHint = (log: Logger, trusted: readonly string[]): ((request: FastifyRequest) => void) => {
  let said = false;
  return ({ headers, ips, ip }) => {
    // With a trusted peer there is more than one address; without, the header is only a claim.
    if (said || headers['x-forwarded-for'] === undefined || (ips && ips.length > 1)) return;
    said = true;
    log.warn({ peer: ip, trusted }, 'X-Forwarded-For of an address that TRUSTED_PROXIES does not name is ignored');
  };
};
