import { isIPv6 } from 'node:net';
import { Problem } from '@endcap/contract/core';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Rate = { max: number; windowMs: number; now: () => Date };
/** Keys that are remembered at most; beyond them the oldest is forgotten. */
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
    /** Takes one of those that are left, and answers with what gives it back, unless another window has begun. */
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

/** 429 that says when to come back. */
export const refuseUntil = (waitSeconds: number | null, reply: FastifyReply): void => {
  if (waitSeconds === null) return;
  reply.header('retry-after', String(waitSeconds));
  throw new Problem('too_many_requests', 'Too many calls, try again later');
};

/** Whose call it is, where nobody says: the address, or the network of an IPv6 one, whose owner has them all (H12). */
export const addressOf = ({ ip }: Pick<FastifyRequest, 'ip'>): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  const [head = '', tail = ''] = ip.split('::');
  const groups = head.split(':').filter(Boolean);
  const last = tail.split(':').filter(Boolean);
  const all = ip.includes('::') ? [...groups, ...Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0'), ...last] : groups;
  return `${all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
};
