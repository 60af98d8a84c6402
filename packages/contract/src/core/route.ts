import type { z } from 'zod';
import type { ProblemCode } from './problems.ts';

/** Callers that are allowed to use a route. There is no default: a route without it does not compile. */
export type Access = 'anyone' | 'staff' | 'admin' | 'device' | 'service';

/**
 * Age of the caller's rights: read from the identity provider, or cached for up to a minute (A20). `fresh` is for actions that cannot be
 * undone: sending, resuming a send, deleting. They are refused while the provider is unavailable (decision 0056).
 */
type Rights = 'fresh' | 'remembered';

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Called =
  | {
      access: 'anyone';
      method: Method;
      rights?: never;
      /** The handler sends bytes that it has checked against `reply` itself. A repeated call may get them without authentication. */
      prepared?: true;
    }
  | { access: 'device' | 'service'; method: Method; rights?: never; prepared?: never }
  | { access: 'staff' | 'admin'; method: 'GET'; rights?: Rights; prepared?: never }
  | { access: 'staff' | 'admin'; method: Exclude<Method, 'GET'>; rights: Rights; prepared?: never };

export type RouteSpec = Called & {
  /** Path with `:name` parameters. */
  path: `/${string}`;
  /** Further paths that answer the same (A-112: a list also lives at the bare resource path). */
  aliases?: readonly `/${string}`[];
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** `null` means an empty answer (204). */
  reply: z.ZodType | null;
  status?: 200 | 201 | 204;
  /** Open pages poll it: lookups of a call may wait a moment, to be batched with those of other callers. */
  polled?: true;
  multipart?: true;
  /** The answer carries the entity's tag as ETag; a change honours If-Match with 412. */
  tagged?: true;
  /**
   * Opened in a tab of its own: the handler sends the page, a single-use `ticket` of the query may replace the bearer header, and refusals
   * are pages too.
   */
  page?: true;
  /** The page is a table to download: the reply is text, sent as it comes. */
  csv?: true;
  /** Honours an Idempotency-Key (ux 6). */
  repeatable?: true;
  /** Error codes beside those of every route of its kind. */
  refuses?: readonly ProblemCode[];
  /** The body is a file of JSON or CSV of at most so many bytes, not parsed by a schema. */
  fileBytes?: number;
};

/** Declares a route once for server, browser and OpenAPI. */
export const route = <const R extends RouteSpec>(spec: R): R => spec;

type ParsedBy<S> = S extends z.ZodType ? z.output<S> : undefined;
type SentTo<S> = S extends z.ZodType ? z.input<S> : undefined;

/** Parsed input of a handler. */
export type Received<R extends RouteSpec> = {
  params: ParsedBy<R['params']>;
  query: ParsedBy<R['query']>;
  body: ParsedBy<R['body']>;
};

type OnlyDeclared<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };

/** Input of a call: exactly the declared parts. */
export type Request<R extends RouteSpec> = OnlyDeclared<{
  params: SentTo<R['params']>;
  query: SentTo<R['query']>;
  body: SentTo<R['body']>;
}>;

export type Reply<R extends RouteSpec> = R['reply'] extends z.ZodType ? z.output<R['reply']> : undefined;
/** Result of a handler, before the reply schema strips unknown fields. */
export type Answer<R extends RouteSpec> = R['reply'] extends z.ZodType ? z.input<R['reply']> : undefined;

/** `/a/:id` with `{ id: 'x y' }` is `/a/x%20y`. */
export const fillPath = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
