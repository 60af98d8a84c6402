import { fillPath, ProblemBody, type Reply, type Request, type RouteSpec } from '@endcap/contract/core';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** Who calls, and a body of another kind than JSON. */
type Caller = { token?: string; store?: string; headers?: Record<string, string>; payload?: string | Buffer };
type Answered<T> = { status: number; body: T; headers: Record<string, unknown> };
/** Of a call that is wrong on purpose nobody knows what comes. */
export type Called = Answered<never>;
/** What a call of a route takes, beside who calls. */
type Sent<R extends RouteSpec> = Request<R> & Caller;
type Raw = Caller & { body?: unknown };
type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown> };

export type Call = {
  /** A route as the page calls it: a field or a path that is none does not compile. */
  <R extends RouteSpec>(route: R, ...sent: object extends Request<R> ? [sent?: Sent<R>] : [sent: Sent<R>]): Promise<Answered<Reply<R>>>;
  /** Anything else, for calls that are wrong on purpose. */
  (request: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD'} ${string}`, raw?: Raw): Promise<Called>;
};

const addressOf = ({ method, path }: RouteSpec, { params, query }: Parts): string => {
  const asked = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  return `${method} ${fillPath(path, params)}${asked.size > 0 ? `?${asked}` : ''}`;
};

export const callerOf = (app: FastifyInstance): Call => {
  const inject = async (request: string, { token, store, body, headers, payload }: Raw): Promise<Called> => {
    const [method, url] = request.split(/ (.*)/) as [InjectOptions['method'], string];
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(store && { 'x-store-id': store }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      ...(payload !== undefined && { payload }),
    } as InjectOptions);
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: (isJson && response.body ? JSON.parse(response.body) : response.body) as never,
      headers: response.headers,
    };
  };
  // The server parses what it answers with the very schema that types it here.
  return (request: RouteSpec | string, sent: Raw & Parts = {}) =>
    inject(typeof request === 'string' ? request : addressOf(request, sent), sent);
};

/** The problem that a refusal names. */
export const problemIn = ({ body }: { body: unknown }): ProblemBody['error'] => ProblemBody.parse(body).error;
