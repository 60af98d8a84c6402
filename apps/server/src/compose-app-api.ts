import { type PhoneActors, refuseActor } from './callers.ts';
import { failing } from './compose-upkeep.ts';
import { type AppChanges, CHANGE_CHANNEL, createAppChanges } from './features/app-changes/index.ts';
import { createEraseDevice } from './features/customers/index.ts';
import { addDeviceRoutes, createDeviceIdentity, createPhoneLimits, createSeenNotes, type SeenNotes } from './features/devices/index.ts';
import { serveStoredFiles } from './features/files/index.ts';
import { openAssistant } from './open-assistant.ts';
import { openFiles } from './open-files.ts';
import { listenTo } from './platform/db/listen-to.ts';
import { createPreparedAnswers } from './platform/http/prepared-answers.ts';
import { routesOf } from './platform/http/handle.ts';
import { createLeaving } from './platform/http/leaving.ts';
import { createServer } from './platform/http/server.ts';
import { addServiceRoutes } from './platform/http/service-routes.ts';
import { answerUnknownPaths } from './platform/http/unknown-paths.ts';
import { observeRequests } from './platform/metrics/observe-requests.ts';
import { addAppRoutes } from './app-routes.ts';
import type { Database } from './tables.ts';
import { registerAppMetrics } from './register-metrics.ts';
import { directUrl, type Context } from './context.ts';
import { databaseParts, filesPart } from './ready-parts.ts';
import type { Api } from './compose-admin-api.ts';

/** Authenticates phones and limits their request rate. */
const phoneLimitsOf = ({ config, now }: Context, db: Database, seen: SeenNotes) =>
  createPhoneLimits({
    now,
    identify: createDeviceIdentity({ db, seen }),
    most: {
      calls: config.ENDCAP_APP_RATE_LIMIT,
      registrations: config.ENDCAP_APP_REGISTRATION_LIMIT,
      registrationsOfAll: config.ENDCAP_APP_REGISTRATION_TOTAL,
      questions: config.ENDCAP_APP_FEED_LIMIT,
      unknownSecrets: config.ENDCAP_APP_SECRET_LIMIT,
    },
  });

/** The state of the database that phones are answered from. */
const changesOf = (context: Context, db: Database): AppChanges =>
  createAppChanges({
    db,
    onError: failing(context, 'refreshing the state for phones failed'),
    listen: (hint) => listenTo(directUrl(context.config), CHANGE_CHANNEL, hint),
  });

/** `refresh` resolves once the responses to phones include everything saved before the call. */
export type AppApi = Api & { refresh: () => Promise<void> };

/** The API that phones call. */
export const buildAppApi = async (context: Context, db: Database): Promise<AppApi> => {
  const { config, log, now, clock, metrics, tracing } = context;
  const prepared = createPreparedAnswers({ now });
  const leaving = createLeaving();
  const seen = createSeenNotes({ db, now, onError: failing(context, 'devices that called could not be noted') });
  const limits = phoneLimitsOf(context, db, seen);
  const app = await createServer({
    log,
    leaving,
    tracing,
    trustedProxies: config.ENDCAP_TRUSTED_PROXIES,
    answerFirst: prepared.answerFromCache,
    count: limits.count,
  });
  const { handle, declared } = routesOf<PhoneActors>(app, {
    anyone: async () => null,
    staff: refuseActor,
    admin: refuseActor,
    device: limits.identify,
    service: refuseActor,
  });
  const erase = createEraseDevice({ db, now, onError: failing(context, 'a device is gone, and what hangs on it waits for the upkeep') });
  addDeviceRoutes(handle, { db, now, appUrl: config.ENDCAP_APP_URL, testerCode: config.ENDCAP_TESTER_CODE, limits, erase });
  const changes = changesOf(context, db);
  if (metrics) {
    observeRequests(app, metrics);
    registerAppMetrics(metrics, { prepared, changes });
  }
  addAppRoutes(handle, context, { db, changes, prepared, assistant: openAssistant(context, db), identify: limits.identify });
  app.addHook('onReady', async () => changes.watch());
  app.addHook('onClose', () => changes.unwatch());
  app.addHook('onClose', seen.written);
  const files = openFiles(context);
  serveStoredFiles(app, { db, stores: files });
  addServiceRoutes(app, {
    title: 'Endcap app API',
    url: config.ENDCAP_APP_URL,
    countsCallers: true,
    declared,
    leaving,
    metrics,
    clockAheadMs: clock?.aheadMs,
    parts: [...(await databaseParts(context, db)), { name: 'feed', vital: false, check: changes.begun }, filesPart(files)],
  });
  answerUnknownPaths(app, declared);
  // The first read of the feed logs its own failure.
  const warming = { 'the database': changes.begun };
  return Object.assign(app, { leaving, warming, refresh: changes.refreshNow });
};
