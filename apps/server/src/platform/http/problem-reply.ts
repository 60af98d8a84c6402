import { Problem, type ProblemBody } from '@endcap/contract/core';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../db/connection.ts';

const byStatus: Record<number, Problem['code']> = {
  400: 'bad_request',
  404: 'not_found',
  406: 'not_acceptable',
  413: 'too_large',
  414: 'uri_too_long',
  415: 'unsupported_type',
  429: 'too_many_requests',
};

const asProblem = (error: FastifyError | Problem): Problem => {
  if (error instanceof Problem) return error;
  if (isDatabaseUnavailable(error)) return new Problem('unavailable', 'The database is not available, try again');
  const code = byStatus[error.statusCode ?? 500];
  return code ? new Problem(code) : new Problem('internal', 'Something went wrong on our side');
};

// Parsed like an answer, so that no field outside the contract leaks.
const currentOf = (request: FastifyRequest, current: unknown): unknown => request.routeOptions.config.entity?.parse(current) ?? current;

/** Answers in the shape of A-113. Causes are logged, never sent: no stack, no SQL (ERR-17). */
export const replyWithProblem = (error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const problem = asProblem(error);
  const facts = { code: problem.code, actor: request.actorId, route: request.routeOptions.url, fields: problem.fields };
  if (problem.status >= 500) request.log.error({ ...facts, err: error }, 'request failed');
  else request.log.info(facts, 'request refused');
  if (problem.status === 503) reply.header('retry-after', '2');
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  if (problem.tag) reply.header('etag', problem.tag);
  const body: ProblemBody = {
    error: {
      code: problem.code,
      message: problem.message,
      requestId: request.id,
      ...(problem.fields && { fields: problem.fields }),
      ...problem.details,
      ...(problem.details.current !== undefined && { current: currentOf(request, problem.details.current) }),
    },
  };
  return reply.code(problem.status).type('application/json; charset=utf-8').send(body);
};
