import { type Answer, type ProblemBody, type ProblemCode, problems, type RouteSpec } from '@endcap/contract/core';
import { sample } from './sample.ts';

/** A request that the screen made, with its body as sent. */
export type RecordedRequest = {
  method: string;
  path: string;
  params: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
};

/** An error that a stand-in returns in place of the route's reply. */
class Refusal {
  readonly error: ProblemBody['error'];
  constructor(error: ProblemBody['error']) {
    this.error = error;
  }
}
export const refuse = (code: ProblemCode, more: Partial<ProblemBody['error']> = {}): Refusal => new Refusal({ code, message: '', ...more });
/** An error page that a proxy in front of the server returns. */
class ProxyPage {
  readonly status: number;
  constructor(status: number) {
    this.status = status;
  }
}
export const proxyPage = (status: number): ProxyPage => new ProxyPage(status);
/** A whole reply with values that the page's own contract does not know. */
class NewerReply {
  readonly body: unknown;
  constructor(body: unknown) {
    this.body = body;
  }
}
export const newerReply = (body: unknown): NewerReply => new NewerReply(body);
export const lostConnection = Symbol('the connection is lost');

/** A reply or a refusal with the tag of the entity's revision; without one every revision has the same. */
class TaggedReply {
  readonly tag: string;
  readonly reply: unknown;
  constructor(tag: string, reply: unknown) {
    this.tag = tag;
    this.reply = reply;
  }
}
export const withTag = (tag: string, reply: unknown): TaggedReply => new TaggedReply(tag, reply);

type Reply<R extends RouteSpec> = Partial<Answer<R>> | Answer<R> | Refusal | TaggedReply | ProxyPage | NewerReply | typeof lostConnection;
export type StandIn = { route: RouteSpec; reply: (request: RecordedRequest) => unknown };

/**
 * Answers a route of the contract. An object names the fields that matter to the test: `sample` fills in the rest, and the route's own
 * schema parses the whole, so that no stand-in returns a reply that the server could not.
 */
export const answer = <R extends RouteSpec>(
  route: R,
  reply: Reply<R> | ((request: RecordedRequest) => Reply<R> | Promise<Reply<R>>),
): StandIn => ({
  route,
  reply: typeof reply === 'function' ? (reply as StandIn['reply']) : () => reply,
});

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:([A-Za-z]+)/g, '(?<$1>[^/]+)')}$`);

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

const answerOf = (route: RouteSpec, result: unknown): Response => {
  if (result instanceof ProxyPage) return new Response('<h1>nginx</h1>', { status: result.status });
  if (result instanceof NewerReply) return json(route.status ?? 200, result.body, route.tagged ? { etag: '"1"' } : {});
  const { tag, reply } = result instanceof TaggedReply ? result : new TaggedReply('"1"', result);
  if (reply instanceof Refusal) {
    return json(problems[reply.error.code], { error: reply.error }, reply.error.code === 'precondition_failed' ? { etag: tag } : {});
  }
  if (route.reply === null) return new Response(null, { status: 204, headers: route.tagged ? { etag: tag } : {} });
  return json(route.status ?? 200, sample(route.reply, reply), route.tagged ? { etag: tag } : {});
};

/** Rejects when the request is aborted, as `fetch` does. */
const abortOf = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason), { once: true }));

/** Answers the requests of a screen from a table of routes; a later entry replaces an earlier one of the same route. */
export const standInApi = (standIns: StandIn[]) => {
  const table = [...standIns];
  const requests: RecordedRequest[] = [];
  const failures: string[] = [];
  const fetch = async (address: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { pathname, searchParams } = new URL(String(address), location.origin);
    const method = init.method ?? 'GET';
    const fitting = table.toReversed().filter(({ route }) => route.method === method && patternOf(route.path).test(pathname));
    // As in the server, a literal path takes precedence over one with a parameter.
    const found = fitting.find(({ route }) => route.path === pathname) ?? fitting[0];
    if (!found) {
      failures.push(`no stand-in answers ${method} ${pathname}`);
      return json(404, { error: { code: 'not_found', message: '' } });
    }
    const { route, reply } = found;
    const params = patternOf(route.path).exec(pathname)?.groups;
    const body: unknown = init.body === undefined ? undefined : JSON.parse(String(init.body));
    const call: RecordedRequest = {
      method,
      path: pathname,
      params: { ...params },
      query: searchParams,
      headers: new Headers(init.headers),
      body,
    };
    requests.push(call);
    const answered = await Promise.race([reply(call), abortOf(init.signal)]);
    if (answered === lostConnection) throw new TypeError('Failed to fetch');
    try {
      route.body?.parse(body);
      return answerOf(route, answered);
    } catch (error) {
      // The screen treats it as a lost connection, but the test or a body that violates the contract is at fault.
      failures.push(`${method} ${pathname}: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    }
  };
  return {
    fetch,
    failures,
    /** Requests of a route so far, in their order. */
    requestsOf: (route: RouteSpec): RecordedRequest[] =>
      requests.filter(({ method, path }) => route.method === method && patternOf(route.path).test(path)),
    /** Replaces the reply of a route from now on. */
    change: (standIn: StandIn): void => void table.push(standIn),
  };
};
