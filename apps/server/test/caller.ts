import { fillPath, ProblemBody, type Reply, type Request, type RouteSpec } from '@endcap/contract/core';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** Credentials and headers of the caller; `payload` is a body other than JSON. */
type Caller = { token?: string; store?: string; headers?: Record<string, string>; payload?: string | Buffer };
type Answered<T> = { status: number; body: T; headers: Record<string, unknown> };
/** The response to a raw call. Its body has no type, since the call may be wrong on purpose. */
export type Called = Answered<never>;
/** Input of a route, and its caller. */
type Sent<R extends RouteSpec> = Request<R> & Caller;
type Raw = Caller & { body?: unknown };
type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown> };

export type Call = {
  /** Calls a route as the page does. Wrong fields and paths do not compile. */
  <R extends RouteSpec>(route: R, ...sent: object extends Request<R> ? [sent?: Sent<R>] : [sent: Sent<R>]): Promise<Answered<Reply<R>>>;
  /** Makes any other call, for calls that are wrong on purpose. */
  (request: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD'} ${string}`, raw?: Raw): Promise<Called>;
};

const addressOf = ({ method, path }: RouteSpec, { params, query }: Parts): string => {
  const search = new URLSearchParams(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]));
  return `${method} ${fillPath(path, params)}${search.size > 0 ? `?${search}` : ''}`;
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
  // The server validates its responses with the schemas that type them here.
  return (request: RouteSpec | string, sent: Raw & Parts = {}) =>
    inject(typeof request === 'string' ? request : addressOf(request, sent), sent);
};

/** Returns the problem in the body of an error response. */
export const problemIn = ({ body }: { body: unknown }): ProblemBody['error'] => ProblemBody.parse(body).error;
