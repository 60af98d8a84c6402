import { type Access, type Answer, fieldCodes, isUnprocessable, Problem, type Received, type RouteSpec } from '@endcap/contract/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Schema of the response, used for the entity of a 412. */
    entity?: z.ZodType | null;
    /** True for routes that people open in a browser tab. Their errors are HTML pages too. */
    page?: boolean;
  }
}

/** Parses answers and writes them out; one that several callers share (the same object again) only once. */
const answerWriter = (schema: z.ZodType) => {
  const texts = new WeakMap<object, string>();
  return (answer: object): string => {
    const text = texts.get(answer) ?? JSON.stringify(schema.parse(answer));
    texts.set(answer, text);
    return text;
  };
};

/** The caller's type for each kind of access. */
export type Actors = { anyone: null; staff: { id: string }; admin: { id: string }; device: { id: string }; service: { id: string } };
export type Identify<A extends Actors> = { [K in Access]: (request: FastifyRequest, route: RouteSpec) => Promise<A[K]> };
type Call<R extends RouteSpec, A extends Actors> = Received<R> & { actor: A[R['access']]; request: FastifyRequest; reply: FastifyReply };
export type Handle<A extends Actors> = <R extends RouteSpec>(
  route: R,
  handler: (call: Call<R, A>) => Promise<R extends { prepared: true } | { page: true } ? FastifyReply : Answer<R>>,
) => void;

const parsed = (schema: z.ZodType | undefined, value: unknown, code: 'bad_request' | 'not_found' | 'invalid'): unknown => {
  if (!schema) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  if (code === 'not_found') throw new Problem('not_found');
  const fields = fieldCodes(result.error);
  throw new Problem(isUnprocessable(result.error) ? 'invalid' : code, `Invalid: ${Object.keys(fields).join(', ')}`, fields);
};

/**
 * Binds contract routes to handlers: identifies the caller before the body is parsed, parses every part,
 * and parses the answer on its way out, so that a field outside the contract cannot leak.
 */
export const routesOf = <A extends Actors>(app: FastifyInstance, identify: Identify<A>): { handle: Handle<A>; declared: RouteSpec[] } => {
  const declared: RouteSpec[] = [];
  const handle: Handle<A> = (route, handler) => {
    declared.push(route);
    const write = route.reply && answerWriter(route.reply);
    for (const url of [route.path, ...(route.aliases ?? [])]) {
      app.route({
        method: route.method,
        url,
        exposeHeadRoute: route.method === 'GET',
        config: { entity: route.reply, page: route.page ?? false },
        ...(route.fileBytes && { bodyLimit: route.fileBytes }),
        onRequest: async (request) => {
          const actor = await identify[route.access](request, route);
          request.actorId = actor?.id ?? 'anyone';
          callers.set(request, actor);
        },
        handler: async (request, reply) => {
          if (Buffer.isBuffer(request.body) && !route.fileBytes) throw new Problem('unsupported_type', 'Send JSON');
          const call = {
            params: parsed(route.params, request.params, 'not_found'),
            query: parsed(route.query, request.query, 'bad_request'),
            // A file in place of fields is read by the handler.
            body: route.multipart && request.isMultipart() ? undefined : parsed(route.body, request.body, 'invalid'),
            actor: callers.get(request),
            request,
            reply,
          };
          // The three parts were just parsed by the very schemas that `Received<R>` is derived from.
          reply.code(route.status ?? 200);
          const answer = await handler(call as unknown as Parameters<typeof handler>[0]);
          if (route.prepared || route.page) return answer;
          if (!write) return reply.send();
          reply.type('application/json; charset=utf-8');
          return write(answer as object);
        },
      });
    }
  };
  const callers = new WeakMap<FastifyRequest, unknown>();
  return { handle, declared };
};
