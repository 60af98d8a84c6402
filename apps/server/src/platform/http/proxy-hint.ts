import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { readAddress } from './client-address.ts';

/**
 * Warns once about a peer that forwards calls although `ENDCAP_TRUSTED_PROXIES` does not name it, so that all callers behind it count as
 * one address. Warns once about a trusted proxy that forwards text that is no address, so that all such callers count as one.
 */
export const createProxyHint = (log: Logger, trusted: readonly string[]): ((request: FastifyRequest) => void) => {
  const warned = { untrusted: false, unreadable: false };
  return ({ headers, ips, ip }) => {
    if (headers['x-forwarded-for'] === undefined) return;
    // With a trusted peer there is more than one address; without, the header is only a claim.
    const isForwarded = ips !== undefined && ips.length > 1;
    if (!isForwarded && !warned.untrusted) {
      warned.untrusted = true;
      log.warn({ peer: ip, trusted }, 'X-Forwarded-For of an address that ENDCAP_TRUSTED_PROXIES does not name is ignored');
    }
    if (isForwarded && !warned.unreadable && readAddress(ip) === null) {
      warned.unreadable = true;
      log.warn({ trusted }, 'X-Forwarded-For of a trusted proxy names no address: such callers share one limit');
    }
  };
};
