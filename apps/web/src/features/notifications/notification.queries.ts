import { type ListedState, POLL_MS, type Sending } from '@endcap/contract/notifications';
import type { AudienceRule } from '@endcap/contract/audience';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callTagged, isNotFound } from '../../lib/api.ts';

type Scope = string | null;
type ListQuery = { page: number; text: string; isTest?: 'true' | 'false'; state?: ListedState };

const atRest: ReadonlySet<string> = new Set<Sending['state']>(['planned', 'paused', 'stopped', 'cancelled', 'finished']);

/** The day of a send that starts then (null: today), whose place the notification may have already. */
export type SendDay = { startsAt: string | null; notificationId: string | null };
/** How soon plans are looked at again; one that has started is no plan any more. */
const PLANS_EVERY_MS = 15_000;
/** How soon others' plans and questions are looked at again. */
const WAITING_EVERY_MS = 30_000;
const OPENS_EVERY_MS = 15_000;
/** How soon who may not send learns that a new day has begun, or that the place of this one is free again. */
const BLOCKED_EVERY_MS = 60_000;
const ATTEMPT_TRIES = 5;
const ATTEMPT_WAIT_MS = 500;

/** Old rows stay while new ones load (ux 17), but never those of another store. */
export const whileLoading =
  (scope: Scope) =>
  <T>(previous: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query?.queryKey[2] === scope ? previous : undefined;

/** Everything that is asked about notifications. The scope (selected store) is part of each key: an answer of another store is never shown. */
export const notifications = {
  list: (scope: Scope, query: ListQuery) =>
    queryOptions({
      queryKey: ['notifications', 'list', scope, query],
      queryFn: ({ signal }) => call('GET /api/v1/notification-editor/list', { query }, { signal }),
      placeholderData: whileLoading(scope),
    }),
  /** How far sends are, until all of them are at rest. */
  deliveries: (scope: Scope, ids: readonly string[]) =>
    queryOptions({
      queryKey: ['notifications', 'deliveries', scope, ids],
      queryFn: ({ signal }) => call('GET /api/v1/notification-editor/deliveries', { query: { ids: ids.join(',') } }, { signal }),
      enabled: ids.length > 0,
      refetchInterval: ({ state: { data } }) => {
        if (!data?.every(({ sending }) => atRest.has(sending.state))) return POLL_MS;
        return data.some(({ sending }) => sending.state === 'planned') && PLANS_EVERY_MS;
      },
    }),
  /** What waits for people. */
  waiting: (scope: Scope) =>
    queryOptions({
      queryKey: ['notifications', 'waiting', scope],
      queryFn: ({ signal }) => call('GET /api/v1/notification-editor/waiting', {}, { signal }),
      refetchInterval: WAITING_EVERY_MS,
    }),
  details: (scope: Scope, notificationId: string) =>
    queryOptions({
      queryKey: ['notifications', 'details', scope, notificationId],
      queryFn: () => callTagged('GET /api/v1/notification-editor/:notificationId', { params: { notificationId } }),
      // §9, until the person leaves the page; a call under way is never doubled (NOTIF-DET-31).
      refetchInterval: POLL_MS,
      refetchIntervalInBackground: true,
    }),
  opens: (scope: Scope, notificationId: string) =>
    queryOptions({
      queryKey: ['notifications', 'opens', scope, notificationId],
      queryFn: () => call('GET /api/v1/notification-editor/:notificationId/opens', { params: { notificationId } }),
      staleTime: OPENS_EVERY_MS,
      refetchInterval: OPENS_EVERY_MS,
    }),
  canSend: (scope: Scope, { startsAt, notificationId }: SendDay = { startsAt: null, notificationId: null }) =>
    queryOptions({
      queryKey: ['notifications', 'canSend', scope, startsAt, notificationId],
      queryFn: () =>
        call('GET /api/v1/notification-editor/check-can-send', {
          query: { ...(startsAt && { startsAt }), ...(notificationId && { notificationId }) },
        }),
      staleTime: 0,
      retry: 1,
      refetchInterval: ({ state: { data } }) => data?.canSend === false && BLOCKED_EVERY_MS,
    }),
  audience: (scope: Scope, rule: AudienceRule) =>
    queryOptions({
      queryKey: ['notifications', 'audience', scope, rule],
      queryFn: ({ signal }) => call('POST /api/v1/notification-editor/audience', { body: rule }, { signal }),
      placeholderData: whileLoading(scope),
      staleTime: 10_000,
    }),
  /** What an attempt to send made, by its idempotency key. */
  attempt: (key: string) =>
    queryOptions({
      queryKey: ['notifications', 'attempt', key],
      queryFn: () => call('GET /api/v1/notification-editor/attempt/:idempotencyKey', { params: { idempotencyKey: key } }),
      // The attempt may still be under way (409): its end is worth waiting for.
      retry: (failures, error) => failures < ATTEMPT_TRIES && !isNotFound(error),
      retryDelay: ATTEMPT_WAIT_MS,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  changed: (client: QueryClient) => client.invalidateQueries({ queryKey: ['notifications'] }),
};
