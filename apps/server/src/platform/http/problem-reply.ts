import { Problem, type ProblemBody } from '@endcap/contract/core';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { escaped, wantsPage } from './html.ts';
import { lineOf } from './request-id.ts';
import { StorageAway, type StorageTrouble } from '../files/file-storage.ts';
import { isDatabaseBusy, isDatabaseUnavailable } from '../db/connection.ts';

const byStatus: Record<number, Problem['code']> = {
  400: 'bad_request',
  403: 'forbidden',
  404: 'not_found',
  406: 'not_acceptable',
  413: 'too_large',
  414: 'uri_too_long',
  415: 'unsupported_type',
  429: 'too_many_requests',
};

const storageTroubles: Readonly<Record<StorageTrouble, string>> = {
  away: 'The files are not available, try again',
  refused: 'The file storage refuses access, an operator has to check its settings',
  incomplete: 'The file storage has only a part of this file, upload it again',
};

const asProblem = (error: FastifyError | Problem): Problem => {
  if (error instanceof Problem) return error;
  if (isDatabaseBusy(error)) return new Problem('unavailable', 'Busy, try again');
  if (isDatabaseUnavailable(error)) return new Problem('unavailable', 'The database is not available, try again');
  if (error instanceof StorageAway) return new Problem('unavailable', storageTroubles[error.trouble]);
  const status = error.statusCode ?? 500;
  // Any other 4xx of the framework is the caller's fault, not ours.
  const code = byStatus[status] ?? (status >= 400 && status < 500 ? 'bad_request' : null);
  return code ? new Problem(code) : new Problem('internal', 'Something went wrong on our side');
};

// Parsed like an answer, so that no field outside the contract leaks.
const currentOf = (request: FastifyRequest, current: unknown): unknown => request.routeOptions.config.entity?.parse(current) ?? current;

const refusalPage = ({ status }: Problem): string => {
  const [textPl, textEn] =
    status === 401
      ? ['Ten widok otwiera się raz. Otwórz go ponownie z listy.', 'This view opens once. Open it again from the list.']
      : ['Nie udało się otworzyć tego widoku.', 'This view cannot be opened.'];
  return `<!doctype html><html lang="pl"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Endcap</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}</style><h1>${escaped(textPl)}</h1><p lang="en">${escaped(textEn)}</p></html>`;
};

/** Milliseconds for which the rest of a body is read and dropped after a 413. */
const LINGER_MS = 5_000;

/**
 * Reads and drops the rest of a request body. Closing the connection while the client still sends would reset it and lose the response.
 * Stops after `LINGER_MS`, because an oversized body may never end (U05).
 */
const dropTheRest = ({ raw }: FastifyRequest, reply: FastifyReply): void => {
  reply.removeHeader('connection');
  raw.unpipe().resume();
  const ending = setTimeout(() => raw.destroy(), LINGER_MS).unref();
  raw.once('end', () => clearTimeout(ending));
};

/** Answers in the shape of A-113. Causes are logged, never sent: no stack, no SQL (ERR-17). */
export const replyWithProblem = (error: FastifyError | Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const problem = asProblem(error);
  request.isLogged = true;
  const facts = { ...lineOf(request, reply), status: problem.status, code: problem.code, fields: problem.fields };
  const cause = error instanceof Problem ? (error.cause ?? error) : error;
  if (problem.status >= 500) request.log.error({ ...facts, err: cause }, 'request failed');
  else request.log.info(facts, 'request refused');
  // The route may have set the headers of the answer that it could not give.
  if (problem.status >= 500) reply.header('cache-control', 'no-store');
  if (problem.status === 503 || (problem.status === 429 && !reply.hasHeader('retry-after'))) reply.header('retry-after', '2');
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  if (problem.status === 413 && !request.raw.complete) dropTheRest(request, reply);
  if (problem.tag) reply.header('etag', problem.tag);
  if (request.routeOptions.config.page && wantsPage(request))
    return reply.code(problem.status).type('text/html; charset=utf-8').send(refusalPage(problem));
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
