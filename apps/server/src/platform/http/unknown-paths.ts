import { Problem, type RouteSpec } from '@endcap/contract/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { replyWithProblem } from './problem-reply.ts';

export const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '';
const matcher = (path: string): RegExp => new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`);

/** Answers with a page of the web application, or not at all. */
export type PageReply = (request: FastifyRequest, reply: FastifyReply, path: string) => FastifyReply | null;
export const noPage: PageReply = () => null;

/** Answers requests that match no route: 405 if the path has another method, a page of the web application, else JSON 404 (H22). */
export const answerUnknownPaths = (app: FastifyInstance, declared: readonly RouteSpec[], page: PageReply = noPage): void => {
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const methods = declared
      .filter((route) => [route.path, ...(route.aliases ?? [])].some((pattern) => matcher(pattern).test(path)))
      .map((route) => route.method);
    if (methods.length > 0)
      return replyWithProblem(new Problem('method_not_allowed'), request, reply.header('allow', [...new Set(methods)].join(', ')));
    return page(request, reply, path) ?? replyWithProblem(new Problem('not_found'), request, reply);
  });
};
