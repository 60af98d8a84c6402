import { tmpdir } from 'node:os';
import { Problem } from '@endcap/contract/core';
import type { FastifyInstance } from 'fastify';
import { readCertificates, tlsAddresses } from './certificates.ts';
import type { AdminHandle, PhoneActors, StaffActors } from './callers.ts';
import { failing } from './compose-upkeep.ts';
import { type AppChanges, CHANGE_CHANNEL, createAppChanges } from './features/app-changes/index.ts';
import { createEraseDevice } from './features/customers/index.ts';
import { addDeviceRoutes, createDeviceIdentity, createPhoneLimits, createSeenNotes, type SeenNotes } from './features/devices/index.ts';
import { addFileRoutes, type FileStores, serveStoredFiles } from './features/files/index.ts';
import { createServiceIdentity } from './features/imports/index.ts';
import { createAdminIdentity, createStaffIdentity } from './features/session/index.ts';
import { createPageSettings, type PageSettings } from './features/settings/index.ts';
import { addSystemRoutes } from './features/system/index.ts';
import { openAssistant } from './open-assistant.ts';
import { openFiles } from './open-files.ts';
import { build, versionText } from './platform/build.ts';
import { queryableOf } from './platform/checks/queryable.ts';
import { measureClock } from './platform/db/database-clock.ts';
import { createEarlierServerCheck } from './platform/db/earlier-server.ts';
import { listenTo } from './platform/db/listen-to.ts';
import { pingWritable } from './platform/db/ping.ts';
import { ownSteps, ownTables, schemaMisfit } from './platform/db/schema-fit.ts';
import { createPreparedAnswers } from './platform/http/prepared-answers.ts';
import { routesOf } from './platform/http/handle.ts';
import type { ReadyPart } from './platform/http/readiness.ts';
import type { AllowedOrigins } from './platform/http/security-headers.ts';
import { createLeaving, type Leaving } from './platform/http/leaving.ts';
import { createServer } from './platform/http/server.ts';
import { addServiceRoutes } from './platform/http/service-routes.ts';
import { answerUnknownPaths } from './platform/http/unknown-paths.ts';
import { openWebPage } from './platform/http/web-page.ts';
import { observeRequests } from './platform/metrics/observe-requests.ts';
import { createLists } from './platform/lists/lists.ts';
import { connectIdentityProvider, type IdentityProvider } from './platform/oidc/identity-provider.ts';
import { addAppRoutes } from './app-routes.ts';
import { addStaffRoutes } from './staff-routes.ts';
import type { Database } from './tables.ts';
import { registerBackOfficeMetrics, registerAppMetrics } from './register-metrics.ts';
import { directUrl, isPooled, type ProcessContext, type Context } from './context.ts';

const databasePart = async (db: Database): Promise<ReadyPart> => {
  const tables = await ownTables();
  return { name: 'database', vital: true, check: () => pingWritable(db, tables) };
};
const schemaPart = async (db: Database): Promise<ReadyPart> => {
  const steps = await ownSteps();
  const check = async (): Promise<void> => {
    const reason = await schemaMisfit(db, steps);
    if (reason) throw new Error(reason);
  };
  return { name: 'schema', vital: true, check };
};
/** Vital: what is saved on an earlier server is missing once the address leads to the later one. */
const latestServerPart = ({ log }: Context, db: Database): ReadyPart => {
  const isEarlier = createEarlierServerCheck(db);
  let wasEarlier = false;
  const check = async (): Promise<void> => {
    const earlier = await isEarlier().catch(() => null);
    // The database did not answer. Another part reports that.
    if (earlier === null) return;
    if (earlier && !wasEarlier)
      log.error(
        'the database server is from before a takeover: not ready until DATABASE_URL leads to the later server or this process is restarted',
      );
    wasEarlier = earlier;
    if (earlier) throw new Error('the database server is from before a takeover');
  };
  return { name: 'latest database server', vital: true, check };
};
const filesPart = ({ storage }: FileStores): ReadyPart => ({ name: 'files', vital: false, check: storage.check });

const refuseActor = async (): Promise<never> => {
  throw new Problem('forbidden');
};

const pageOf = ({ config }: Context, settings: () => Promise<PageSettings>) =>
  openWebPage({
    folder: config.ENDCAP_WEB_DIR,
    config: async () => ({
      ...(await settings()),
      version: versionText(build),
      appScheme: config.ENDCAP_APP_SCHEME,
      sandboxPhoneUrl: config.ENDCAP_SANDBOX_PHONE_URL ?? null,
      map: config.ENDCAP_MAP_TILE_URL ? { tileUrl: config.ENDCAP_MAP_TILE_URL, attribution: config.ENDCAP_MAP_ATTRIBUTION } : null,
      oidc: {
        issuer: config.ENDCAP_OIDC_ISSUER,
        clientId: config.ENDCAP_OIDC_CLIENT_ID,
        audience: config.ENDCAP_OIDC_AUDIENCE,
        scope: config.ENDCAP_OIDC_SCOPE,
        userInfo: config.ENDCAP_OIDC_FACTS_CLAIM === undefined,
      },
    }),
  });
/** The origins, besides our own, that the page may load images from and call. They change with the provider's discovery document. */
const originsOf =
  ({ config }: Context, { cloudinary }: FileStores, provider: IdentityProvider) =>
  (): AllowedOrigins => {
    const tiles = config.ENDCAP_MAP_TILE_URL ? [new URL(config.ENDCAP_MAP_TILE_URL).origin] : [];
    const ofProvider = provider.pageOrigins();
    return {
      imageOrigins: [...(cloudinary ? ['https://res.cloudinary.com'] : []), ...tiles, ...ofProvider, ...config.ENDCAP_OIDC_PICTURE_ORIGINS],
      connectOrigins: ofProvider,
    };
  };

/** The folders that a staff API writes to. */
const foldersOf = ({ config }: Context): Record<string, string> => ({
  temporary: tmpdir(),
  ...(config.ENDCAP_FILES_S3_BUCKET === undefined && { files: config.ENDCAP_FILES_DIR }),
});

/** Adds the routes of the page "System health". */
const addSystem = (handle: AdminHandle, context: ProcessContext, db: Database): void => {
  const { config, now, clock } = context;
  addSystemRoutes(handle, {
    client: queryableOf(db),
    db,
    now,
    clockAheadMs: async () => {
      if (clock.aheadMs() === null) await measureClock(db, clock);
      return clock.aheadMs() ?? 0;
    },
    misfit: async () => schemaMisfit(db, await ownSteps()),
    poolSize: isPooled(config) ? 0 : config.ENDCAP_DATABASE_POOL_SIZE,
    folders: Object.values(foldersOf(context)),
    proxy: config,
    certificates: { addresses: () => tlsAddresses(config), read: readCertificates },
  });
};

/** `warming` reads what the first call would wait for, by what it is read from. */
type Api = FastifyInstance & { leaving: Leaving; warming: Readonly<Record<string, () => Promise<unknown>>> };

/** Runs `work` once; again only after it failed. */
const onceDone = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () =>
    (done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    }));
};

/** The staff API with the web page. */
export const buildAdminApi = async (context: ProcessContext, db: Database): Promise<Api> => {
  const { config, log, now, clock, metrics, tracing } = context;
  const files = openFiles(context);
  const page = await pageOf(context, createPageSettings(db));
  const leaving = createLeaving();
  const identityProvider = connectIdentityProvider({
    issuer: config.ENDCAP_OIDC_ISSUER,
    clientId: config.ENDCAP_OIDC_CLIENT_ID,
    audience: config.ENDCAP_OIDC_AUDIENCE,
    algorithms: config.ENDCAP_OIDC_ALGORITHMS,
    needsUserInfo: config.ENDCAP_OIDC_FACTS_CLAIM === undefined,
    now: clock.now,
  });
  const origins = originsOf(context, files, identityProvider);
  const trustedProxies = config.ENDCAP_TRUSTED_PROXIES;
  const app = await createServer({ log, leaving, tracing, trustedProxies, origins, ...(page && { page: page.reply }) });
  if (metrics) {
    observeRequests(app, metrics);
    registerBackOfficeMetrics(metrics, { db, now, folders: foldersOf(context), addresses: () => tlsAddresses(config) });
  }

  const issuerPart = { name: 'identity provider', vital: false, check: identityProvider.reach };
  const staff = createStaffIdentity({
    db,
    identityProvider,
    productKey: config.ENDCAP_PRODUCT_KEY,
    factsClaim: config.ENDCAP_OIDC_FACTS_CLAIM,
    now,
  });
  const { handle, declared } = routesOf<StaffActors>(app, {
    anyone: async () => null,
    staff,
    admin: createAdminIdentity({ db, now, staff }),
    device: refuseActor,
    service: createServiceIdentity(config.ENDCAP_IMPORT_TOKENS),
  });

  const lists = createLists(now);
  const readLists = onceDone(lists.warm);
  const warming = { 'the database': readLists, 'the identity provider': identityProvider.prepare };
  addStaffRoutes(handle, context, { db, lists, assistant: openAssistant(context, db), files });
  addSystem(handle, context, db);
  await addFileRoutes(app, handle, { db, stores: files, now });
  serveStoredFiles(app, { db, stores: files });
  addServiceRoutes(app, {
    title: 'Endcap staff API',
    url: config.ENDCAP_ADMIN_URL,
    declared,
    leaving,
    metrics,
    clockAheadMs: clock.aheadMs,
    parts: [
      await databasePart(db),
      await schemaPart(db),
      latestServerPart(context, db),
      issuerPart,
      { name: 'lists', vital: false, check: readLists },
      filesPart(files),
    ],
  });
  await page?.addAssets(app);
  answerUnknownPaths(app, declared, page?.reply);
  return Object.assign(app, { leaving, warming });
};

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
    parts: [
      await databasePart(db),
      await schemaPart(db),
      latestServerPart(context, db),
      { name: 'feed', vital: false, check: changes.begun },
      filesPart(files),
    ],
  });
  answerUnknownPaths(app, declared);
  // The first read of the feed logs its own failure.
  const warming = { 'the database': changes.begun };
  return Object.assign(app, { leaving, warming, refresh: changes.refreshNow });
};
