import type { RouteSpec } from '@endcap/contract/core';
import { pick, resourceOf } from '../../apps/server/test/draw.ts';
import { isForPhones } from '../../apps/server/test/every-route.ts';
import { seeded } from './random.ts';
import { type Answered, call } from './call.ts';
import { type Drawn, drawRequest, type Identity } from './draw-request.ts';
import { wrongWith } from './judge.ts';

/** Factories of callers, by the access that a route requires. Called again when a token was signed out or a phone deleted. */
export type Callers = Record<string, () => Promise<Identity>>;
type Failure = { request: Drawn; caller: string; status: number; why: string; answer: string };
export type FuzzResult = { requests: number; seed: number; statuses: Record<string, number>; slowestMs: number; found: Failure[] };
type Options = {
  adminUrl: string;
  appUrl: string;
  routes: readonly RouteSpec[];
  callers: Callers;
  /** Stored files that generated requests may refer to. */
  files: readonly string[];
  count: number;
  seed: number;
};

const AT_ONCE = 8;
const IDS_LIMIT = 50;
const BODIES_LIMIT = 20;
const LISTED = 20;
/** Milliseconds after which a request counts as slow. */
export const SLOW_MS = 2_000;

/** Shortens a request for the report, and removes its token. */
const shortened = (drawn: Drawn): Drawn => ({
  ...drawn,
  path: drawn.path.slice(0, 300),
  headers: Object.fromEntries(
    Object.entries(drawn.headers).map(([name, value]) => [name, name === 'authorization' ? '…' : value.slice(0, 100)]),
  ),
  body: drawn.body?.slice(0, 1_000) ?? null,
});
const idsIn = (text: string): string[] =>
  [...text.matchAll(/"(?:_id|id|deviceId|threadId)":"([a-z0-9_]{1,60})"/g)].map(([, id = '']) => id);

/** Sends generated requests to both APIs, eight at a time, and checks every response. */
export const fuzz = async ({ adminUrl, appUrl, routes, callers, files, count, seed }: Options): Promise<FuzzResult> => {
  const random = seeded(seed);
  const ids = new Map<string, string[]>();
  const taken = new Map<RouteSpec, unknown[]>();
  const people = new Map<string, Identity>();
  const result: FuzzResult = { requests: 0, seed, statuses: {}, slowestMs: 0, found: [] };

  const personOf = async (name: string): Promise<Identity> => {
    const identity = people.get(name) ?? (await (callers[name]?.() ?? Promise.resolve({ name, token: null })));
    people.set(name, identity);
    return identity;
  };
  const note = (route: RouteSpec, drawn: Drawn, caller: string, answered: Answered): void => {
    result.requests += 1;
    result.statuses[answered.status] = (result.statuses[answered.status] ?? 0) + 1;
    result.slowestMs = Math.max(result.slowestMs, Math.round(answered.ms));
    const why = wrongWith(route, drawn.method, answered);
    if (why && result.found.length < LISTED)
      result.found.push({ request: shortened(drawn), caller, status: answered.status, why, answer: answered.text.slice(0, 300) });
    if (answered.status < 300 && route.body && drawn.body?.startsWith('{')) {
      const bodies = taken.get(route) ?? [];
      taken.set(route, bodies);
      const slot = Math.floor(random() * BODIES_LIMIT);
      // No holes while there are few: an empty slot would be drawn as often as a body.
      bodies[Math.min(slot, bodies.length)] = JSON.parse(drawn.body);
    }
    const stored = ids.get(resourceOf(route.path)) ?? [];
    ids.set(resourceOf(route.path), stored);
    for (const id of answered.status < 300 ? idsIn(answered.text).slice(0, 5) : [])
      if (stored.length < IDS_LIMIT) stored.push(id);
      else stored[Math.floor(random() * IDS_LIMIT)] = id;
  };

  const one = async (): Promise<void> => {
    const route = pick(random, routes);
    if (!route) return;
    const name = (random() < 0.75 && route.access !== 'anyone' ? route.access : pick(random, Object.keys(callers))) ?? 'nobody';
    const caller = await personOf(name);
    const drawn = drawRequest({ random, ids, files, taken }, route, caller);
    const answered = await call(isForPhones(route) ? appUrl : adminUrl, drawn).catch((error: Error): Answered => ({
      status: 599,
      headers: {},
      text: `no answer: ${error.message}`,
      ms: 0,
    }));
    note(route, drawn, name, answered);
    // The caller was signed out, or its phone was deleted.
    if (answered.status === 401 || drawn.method === 'DELETE') people.delete(name);
  };
  const lane = async (): Promise<void> => {
    while (result.requests < count) await one();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return result;
};
