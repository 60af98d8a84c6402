import { ProblemBody, type RouteSpec } from '@endcap/contract/core';
import { refusalsOf } from '../../apps/server/src/platform/http/openapi-refusals.ts';
import type { Answered } from './call.ts';

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isDeclared = (route: RouteSpec, status: number): boolean => refusalsOf(route).some(([declared]) => declared === String(status));

/**
 * Returns the fault of an answer, or null (SEC-01). Faults are server errors, a 2xx that does not match its schema, an error without the
 * shape of A-113, and an error that the API description does not list (KIT-04).
 */
export const wrongWith = (route: RouteSpec, method: string, { status, headers, text }: Answered): string | null => {
  if (status >= 500) return `${status}`;
  if (method === 'HEAD' || status === 304) return null;
  if (String(headers['content-type'] ?? '').startsWith('text/html')) return route.page ? null : 'a page in place of an answer';
  if (status >= 400 && !ProblemBody.safeParse(asJson(text)).success) return 'a refusal without the shape of a problem';
  if (status >= 400) return method !== route.method || isDeclared(route, status) ? null : `${status}, which its description does not name`;
  if (method !== route.method) return null;
  if (route.reply === null) return text === '' ? null : 'something where nothing is declared';
  const parsed = route.reply.safeParse(route.csv ? text : asJson(text));
  return parsed.success
    ? null
    : `an answer that its schema does not know: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`;
};
