import { type ListedState, POLL_MS, type Sending } from '@endcap/contract/notifications';
import type { AudienceRule } from '@endcap/contract/audience';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call, callTagged, isNotFound } from '../../lib/api.ts';
import { defaultStart } from '../../ui/date-kind.ts';

type Scope = string | null;
type ListQuery = { page: number; text: string; isTest?: 'true' | 'false'; state?: ListedState };

const atRest: ReadonlySet<string> = new Set<Sending['state']>(['planned', 'paused', 'stopped', 'cancelled', 'finished']);

/** Start of a send (null: now), and the notification that may already use the quota of that day. */
export type SendDay = { startsAt: string | null; notificationId: string | null };
/** Milliseconds between polls of planned sends, to notice those that have started. */
const PLANS_EVERY_MS = 15_000;
/** Milliseconds between polls for other people's plans and approval requests. */
const WAITING_EVERY_MS = 30_000;
const OPENS_EVERY_MS = 15_000;
/** Milliseconds between checks while sending is blocked, to notice a new day or a released quota. */
const BLOCKED_EVERY_MS = 60_000;
/** Number of trading days that are checked for free quota after a used-up day. */
const DAYS_CHECKED = 7;
const ATTEMPT_TRIES = 5;
const ATTEMPT_WAIT_MS = 500;

/** Old rows stay while new ones load (ux 17), but never those of another store. */
export const whileLoading =
  (scope: Scope) =>
  <T>(previous: T | undefined, query: { queryKey: readonly unknown[] } | undefined): T | undefined =>
    query?.queryKey[2] === scope ? previous : undefined;

const checkCanSend = ({ startsAt, notificationId }: SendDay) =>
  call('GET /api/v1/notification-editor/check-can-send', {
    query: { ...(startsAt && { startsAt }), ...(notificationId && { notificationId }) },
  });

/** Returns the first of the next trading days, from `startsAt` on, with free quota; null: none. */
const firstFree = async (startsAt: string, notificationId: string | null, days = DAYS_CHECKED): Promise<string | null> => {
  if (days === 0) return null;
  const { canSend } = await checkCanSend({ startsAt, notificationId });
  return canSend ? startsAt : firstFree(defaultStart(new Date(startsAt)), notificationId, days - 1);
};

/** Queries about notifications. The scope (selected store) is part of each key, so that data of another store is never shown. */
export const notifications = {
  list: (scope: Scope, query: ListQuery) =>
    queryOptions({
      queryKey: ['notifications', 'list', scope, query],
      queryFn: ({ signal }) => call('GET /api/v1/notification-editor/list', { query }, { signal }),
      placeholderData: whileLoading(scope),
    }),
  /** Progress of sends: polled while any is under way, less often while any is planned. */
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
  /** Numbers of sends that wait for a person. */
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
      // Poll while the page is open, one request at a time (§9, NOTIF-DET-31).
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
      queryFn: () => checkCanSend({ startsAt, notificationId }),
      staleTime: 0,
      retry: 1,
      refetchInterval: ({ state: { data } }) => data?.canSend === false && BLOCKED_EVERY_MS,
    }),
  /** The first trading day with free quota after a used-up day, at the default hour; null if the next seven are taken. */
  firstFreeDay: (scope: Scope, { startsAt, notificationId }: SendDay = { startsAt: null, notificationId: null }) => {
    const next = defaultStart(startsAt === null ? new Date() : new Date(startsAt));
    return queryOptions({
      queryKey: ['notifications', 'canSend', scope, 'firstFreeDay', next, notificationId],
      queryFn: () => firstFree(next, notificationId),
      staleTime: 0,
      retry: 1,
    });
  },
  audience: (scope: Scope, rule: AudienceRule) =>
    queryOptions({
      queryKey: ['notifications', 'audience', scope, rule],
      queryFn: ({ signal }) => call('POST /api/v1/notification-editor/audience', { body: rule }, { signal }),
      placeholderData: whileLoading(scope),
      staleTime: 10_000,
    }),
  /** Result of an attempt to send, by its idempotency key. */
  attempt: (key: string) =>
    queryOptions({
      queryKey: ['notifications', 'attempt', key],
      queryFn: () => call('GET /api/v1/notification-editor/attempt/:idempotencyKey', { params: { idempotencyKey: key } }),
      // The attempt may still be under way (409): retry until it ends.
      retry: (failures, error) => failures < ATTEMPT_TRIES && !isNotFound(error),
      retryDelay: ATTEMPT_WAIT_MS,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  changed: (client: QueryClient) => client.invalidateQueries({ queryKey: ['notifications'] }),
};
