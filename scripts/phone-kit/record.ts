import { readFileSync } from 'node:fs';
import { exampleOf } from '@endcap/contract/api';
import type { RouteSpec } from '@endcap/contract/core';
import { createPhoneKit } from '@endcap/phone-kit';
import { converse, WRONG_CODE } from './converse.ts';
import { answerSchema, phoneRoutes, routeName } from './phone-routes.ts';
import { idPlaceholders, type RecordedCall, type Recording } from './recording.ts';
import { shapeOf } from './shapes.ts';

const BASE = 'http://recorded';
const APP_VERSION = '3.4.0';

/** Returns the current version of the kit. */
export const kitVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../packages/phone-kit/package.json', import.meta.url), 'utf8')) as { version: string }).version;

const statusOf = (route: RouteSpec, call: Pick<RecordedCall, 'isAgain' | 'body'>): number => {
  if (call.isAgain) return 304;
  return JSON.stringify(call.body)?.includes(WRONG_CODE) ? 403 : (route.status ?? 200);
};

const isOf = ({ method, path }: RouteSpec, called: string, pathname: string): boolean =>
  method === called && new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname);

const parametersIn = ({ path }: RouteSpec): number => path.split(':').length;
/** Sorts routes with fewer parameters first, e.g. `/devices/me` before `/devices/:id`. */
const writtenOutFirst = (one: RouteSpec, other: RouteSpec): number => parametersIn(one) - parametersIn(other);

/** A fake server that records each call and answers with the examples of the contract. */
const noting =
  (routes: readonly RouteSpec[], calls: RecordedCall[]): typeof fetch =>
  async (input, { method = 'GET', headers: sent, body: text } = {}) => {
    const { pathname, search } = new URL(String(input));
    const route = routes.find((one) => isOf(one, method, pathname));
    if (!route) throw new Error(`No route has ${method} ${pathname}`);
    const headers = new Headers(sent);
    const body: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    const request = { isAgain: headers.has('if-none-match'), ...(body !== undefined && { body }) };
    const status = statusOf(route, request);
    const schema = answerSchema(route, status);
    calls.push({
      route: routeName(route),
      path: pathname + search,
      asPhone: headers.has('authorization'),
      ...request,
      status,
      ...(schema && { reads: shapeOf(schema) }),
    });
    const answer =
      schema && JSON.stringify(exampleOf(schema, {}), (field, value: unknown) => (field === 'threadId' ? idPlaceholders.thread : value));
    return new Response(answer, { status, headers: { etag: '"tag"' } });
  };

/** Records the calls of an app with the current kit. The fields it reads are those of the current contract. */
export const recordKit = async (): Promise<Recording> => {
  const calls: RecordedCall[] = [];
  const entries = new Map<string, string>();
  let ids = 0;
  const kit = createPhoneKit({
    baseUrl: BASE,
    appScheme: 'endcap://',
    storage: {
      getItem: async (key) => entries.get(key) ?? null,
      setItem: async (key, value) => void entries.set(key, value),
      removeItem: async (key) => void entries.delete(key),
    },
    newId: () => `recorded-${(ids += 1)}`,
    later: () => {},
    fetch: noting([...(await phoneRoutes()).values()].toSorted(writtenOutFirst), calls),
  });
  await converse(kit, APP_VERSION);
  return { kit: kitVersion(), appVersion: APP_VERSION, calls };
};
