import { type Access, Problem, type ProblemCode, type RouteSpec } from '@endcap/contract/core';

const byAccess: Readonly<Record<Access, readonly ProblemCode[]>> = {
  anyone: ['too_many_requests'],
  device: ['unauthenticated', 'too_many_requests'],
  staff: ['unknown_store', 'unauthenticated', 'store_not_yours', 'no_store'],
  admin: ['unauthenticated', 'forbidden'],
  service: ['unauthenticated'],
};

/** The codes that a route may refuse with: those of its kind, and its own. */
const codesOf = (route: RouteSpec): ProblemCode[] => [
  ...byAccess[route.access],
  ...(route.query ? (['bad_request', 'invalid'] as const) : []),
  ...(route.params ? (['not_found', 'uri_too_long'] as const) : []),
  ...(route.body || route.fileBytes || route.multipart ? (['bad_request', 'too_large', 'unsupported_type', 'invalid'] as const) : []),
  // Uploads are queued, and the queue has a limit.
  ...(route.multipart ? (['too_many_requests'] as const) : []),
  ...(route.tagged && ['PATCH', 'DELETE'].includes(route.method) ? (['precondition_failed'] as const) : []),
  ...(route.refuses ?? []),
];

/** Returns the error responses of a route by status, with the message of each code. */
export const refusalsOf = (route: RouteSpec): [status: string, description: string][] => {
  const problems = [...new Set(codesOf(route))].map((code) => new Problem(code));
  const statuses = [...new Set(problems.map(({ status }) => status))].toSorted((one, other) => one - other);
  return statuses.map((status) => [
    String(status),
    problems
      .filter((problem) => problem.status === status)
      .map(({ code, message }) => `\`${code}\`: ${message}`)
      .join('. '),
  ]);
};
