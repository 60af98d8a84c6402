import { randomUUID } from 'node:crypto';
import { appAssistantRoutes } from '@endcap/contract/assistant';
import { fillPath } from '@endcap/contract/core';
import { deviceRoutes } from '@endcap/contract/devices';
import { expect, type Route, urls } from './product.ts';

type CallOptions = { secret?: string; params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** Calls a route of the app API as a phone and returns the parsed reply. */
export const onPhone = async <T>(route: Route<T>, { secret, params, query, body }: CallOptions = {}): Promise<T> => {
  const answer = await fetch(`${urls.appUrl}${fillPath(route.path, params)}?${new URLSearchParams(query)}`, {
    method: route.method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...(secret && { authorization: `Bearer ${secret}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const reply: unknown = await answer.json().catch(() => undefined);
  expect(answer.status, JSON.stringify(reply)).toBeLessThan(300);
  return route.reply.parse(reply);
};

/** Registers a phone and returns its secret. */
export const aPhone = async (facts: Record<string, unknown> = {}): Promise<string> => {
  const body = { installId: randomUUID(), platform: 'ios', appVersion: '3.4.0', ...facts };
  const { deviceSecret } = await onPhone(deviceRoutes.register, { body });
  // A phone that was registered before has its secret, and receives none.
  if (!deviceSecret) throw new Error('This phone was registered before');
  return deviceSecret;
};

/** Asks the assistant questions in a new conversation. Returns its id. */
export const askAssistant = async (secret: string, ...questions: string[]): Promise<string> => {
  const { threadId } = await onPhone(appAssistantRoutes.open, { secret });
  for (const text of questions) await onPhone(appAssistantRoutes.ask, { secret, params: { threadId }, body: { text } });
  return threadId;
};
