import { Problem } from '@endcap/contract/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from './client-address.ts';

export type Rate = { max: number; windowMs: number; now: () => Date };
/** Maximum number of counted keys. Beyond it the oldest is evicted. */
const KEYS_AT_MOST = 500_000;

/** Counts by key, in windows of one length. In memory, so each process has its own (decision 0025). */
export const createLimit = ({ max, windowMs, now }: Rate) => {
  const taken = new Map<string, number>();
  let endsAt = 0;
  const at = (key: string): number => {
    const instant = now().getTime();
    // Clocks are set back too.
    if (instant >= endsAt || instant < endsAt - windowMs) {
      taken.clear();
      endsAt = instant + windowMs;
    }
    return taken.get(key) ?? 0;
  };
  const waitSeconds = (): number => Math.max(1, Math.ceil((endsAt - now().getTime()) / 1000));
  const take = (key: string): number | null => {
    const before = at(key);
    if (before >= max) return waitSeconds();
    if (before === 0 && taken.size >= KEYS_AT_MOST) taken.delete(taken.keys().next().value ?? '');
    taken.set(key, before + 1);
    return null;
  };
  return {
    /** Seconds to wait when nothing is left for a key, else null. */
    usedUp: (key: string): number | null => (at(key) >= max ? waitSeconds() : null),
    /** Takes one; seconds to wait when there was none left. */
    take,
    /** Takes one if any is left, and returns a function that gives it back within the same window. */
    borrow: (key: string): (() => void) => {
      take(key);
      const of = endsAt;
      return () => {
        if (of !== endsAt) return;
        const left = (taken.get(key) ?? 1) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
};

/** Throws a 429 with `Retry-After`, unless `waitSeconds` is null. */
export const refuseUntil = (waitSeconds: number | null, reply: FastifyReply): void => {
  if (waitSeconds === null) return;
  reply.header('retry-after', String(waitSeconds));
  throw new Problem('too_many_requests', 'Too many calls, try again later');
};

type Call = Pick<FastifyRequest, 'ip'>;
/** Factor of the limit of a /48: it may contain the customers of a mobile network, or one owner's 65,536 networks. */
const NETWORK_FACTOR = 10;

/** Counts anonymous calls by IPv4 address, or by the /64 and the /48 of an IPv6 address. */
export const createAddressLimit = (rate: Rate) => {
  const addresses = createLimit(rate);
  const networks = createLimit({ ...rate, max: rate.max * NETWORK_FACTOR });
  return {
    /** Seconds to wait when nothing is left, else null. */
    usedUp: ({ ip }: Call): number | null => {
      const { address, network } = originOf(ip);
      return addresses.usedUp(address) ?? (network === null ? null : networks.usedUp(network));
    },
    /** Takes one; seconds to wait when there was none left. */
    take: ({ ip }: Call): number | null => {
      const { address, network } = originOf(ip);
      return addresses.take(address) ?? (network === null ? null : networks.take(network));
    },
    /** Takes one, and returns a function that gives it back. */
    borrow: ({ ip }: Call): (() => void) => {
      const { address, network } = originOf(ip);
      const borrowed = [addresses.borrow(address), ...(network === null ? [] : [networks.borrow(network)])];
      return () => {
        for (const giveBack of borrowed) giveBack();
      };
    },
  };
};
