import { Problem } from '@endcap/contract/core';
import type { Brand } from '@endcap/contract/session';
import type { FastifyInstance } from 'fastify';
import type { PhoneActors, StaffActors } from './callers.ts';
import { addActivityRoutes } from './features/activity/index.ts';
import { CHANGE_CHANNEL, createAppChanges, createLatestChange } from './features/app-changes/index.ts';
import { addAppContentRoutes, addContentRoutes, createFeed } from './features/content/index.ts';
import { addDeviceRoutes, createDeviceIdentity, createPhoneLimits } from './features/devices/index.ts';
import { addFileRoutes, type FileStores, serveStoredFiles, startSweeping } from './features/files/index.ts';
import { addImportRoutes, createServiceIdentity } from './features/imports/index.ts';
import { addNotificationRoutes } from './features/notifications/index.ts';
import { addPresenceRoutes } from './features/presence/index.ts';
import { addPromoThresholdRoutes } from './features/promo-thresholds/index.ts';
import { addSearchRoutes } from './features/search/index.ts';
import { addSegmentRoutes } from './features/segments/index.ts';
import { addSessionRoutes, createAdminIdentity, createStaffIdentity } from './features/session/index.ts';
import { addAppAssistantRoutes, addAssistantRoutes, type Assistant, localAssistant, modelAssistant } from './features/assistant/index.ts';
import { addKnowledgeRoutes } from './features/knowledge/index.ts';
import { addAppPopupRoutes, addPopupRoutes, createPopups } from './features/popups/index.ts';
import { addAppSettingsRoutes, addSettingsRoutes, createAppSettings, createBrand } from './features/settings/index.ts';
import { addStoreGroupRoutes } from './features/store-groups/index.ts';
import { addAppStoreRoutes, addStoreRoutes, startNotingSubscriptions } from './features/stores/index.ts';
import { addUsageRoutes } from './features/usage/index.ts';
import { listenTo } from './platform/db/listen-to.ts';
import { ping } from './platform/db/ping.ts';
import { knownSteps, schemaMustFit } from './platform/db/schema-fit.ts';
import { connectCloudinary } from './platform/files/cloudinary.ts';
import type { FileStorage } from './platform/files/file-storage.ts';
import { folderStorage } from './platform/files/folder-storage.ts';
import { withFormer } from './platform/files/with-former.ts';
import { s3Storage } from './platform/files/s3-storage.ts';
import { createPreparedReply } from './platform/http/prepared-reply.ts';
import { createAnswersAgain } from './platform/http/answers-again.ts';
import { routesOf } from './platform/http/handle.ts';
import type { ReadyPart } from './platform/http/readiness.ts';
import type { KnownOrigins } from './platform/http/security-headers.ts';
import { createLeaving, type Leaving } from './platform/http/leaving.ts';
import { createServer } from './platform/http/server.ts';
import { addServiceRoutes } from './platform/http/service-routes.ts';
import { answerUnknownPaths } from './platform/http/unknown-paths.ts';
import { openWebPage } from './platform/http/web-page.ts';
import { createLists } from './platform/lists/lists.ts';
import { connectIdentityProvider } from './platform/oidc/identity-provider.ts';
import type { Repeated } from './platform/repeat.ts';
import type { Database } from './tables.ts';
import type { World } from './world.ts';

const databasePart = (db: Database): ReadyPart => ({ name: 'database', vital: true, check: () => ping(db) });
const schemaPart = async (db: Database): Promise<ReadyPart> => {
  const known = await knownSteps();
  return { name: 'schema', vital: true, check: () => schemaMustFit(db, known) };
};
const filesPart = ({ storage }: FileStores): ReadyPart => ({ name: 'files', vital: false, check: storage.check });

const storageOf = ({ config }: World): FileStorage => {
  const { FILES_S3_BUCKET: bucket, FILES_S3_KEY: accessKeyId, FILES_S3_SECRET: secretAccessKey } = config;
  if (!bucket || !accessKeyId || !secretAccessKey) return folderStorage(config.FILES_DIR);
  const store = s3Storage({ endpoint: config.FILES_S3_ENDPOINT, region: config.FILES_S3_REGION, bucket, accessKeyId, secretAccessKey });
  return withFormer(store, folderStorage(config.FILES_DIR));
};

const filesOf = (world: World): FileStores => ({
  storage: storageOf(world),
  cloudinary: world.config.CLOUDINARY_URL ? connectCloudinary(world.config.CLOUDINARY_URL, world.config.CLOUDINARY_API, world.now) : null,
});

/** Who answers questions: the model that is set, or nobody but us. */
const assistantOf = ({ config, log }: World): Assistant => {
  const { ASSISTANT_BASE_URL: baseUrl, ASSISTANT_API_KEY: apiKey, ASSISTANT_MODEL: model } = config;
  const onError = (error: unknown): void => log.warn({ err: error }, 'the model did not answer');
  return baseUrl ? modelAssistant({ baseUrl, apiKey, model, onError }) : localAssistant;
};

/** What a process of the staff API does beside answering. */
export const startUpkeep = (world: World, db: Database): Repeated => {
  const { now, log } = world;
  const failed = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const kept = [
    startSweeping({ db, stores: filesOf(world), now, onError: failed('sweeping uploads failed') }),
    startNotingSubscriptions({ db, now, onError: failed('noting subscriptions failed') }),
  ];
  return { stop: async () => void (await Promise.all(kept.map(({ stop }) => stop()))) };
};

const refuseActor = async (): Promise<never> => {
  throw new Problem('forbidden');
};

const pageOf = ({ config }: World, brand: () => Promise<Brand>) =>
  openWebPage({
    folder: config.WEB_DIR,
    config: async () => ({
      brand: await brand(),
      productKey: config.PRODUCT_KEY,
      appScheme: config.APP_SCHEME,
      sandboxPhoneUrl: config.SANDBOX_PHONE_URL ?? null,
      map: config.MAP_TILE_URL ? { tileUrl: config.MAP_TILE_URL, attribution: config.MAP_ATTRIBUTION } : null,
      oidc: { issuer: config.OIDC_ISSUER, clientId: config.OIDC_CLIENT_ID, audience: config.OIDC_AUDIENCE, scope: config.OIDC_SCOPE },
    }),
  });
/** Where the page may load images from and whom it talks to, beside us. */
const originsOf = ({ config }: World, { cloudinary }: FileStores): KnownOrigins => {
  const issuer = new URL(config.OIDC_ISSUER).origin;
  const tiles = config.MAP_TILE_URL ? [new URL(config.MAP_TILE_URL).origin] : [];
  return { imageOrigins: [...(cloudinary ? ['https://res.cloudinary.com'] : []), ...tiles, issuer], connectOrigins: [issuer] };
};

/** `warm` ends once what the first call would wait for is there, as far as it can be had. */
export type AdminApi = FastifyInstance & { leaving: Leaving; warm: () => Promise<void> };

/** The staff API with the web page. */
export const buildAdminApi = async (world: World, db: Database): Promise<AdminApi> => {
  const { config, log, now } = world;
  const files = filesOf(world);
  const page = await pageOf(world, createBrand(db));
  const leaving = createLeaving();
  const app = await createServer({ log, leaving, ...originsOf(world, files), ...(page && { page: page.reply }) });

  const identityProvider = connectIdentityProvider({
    issuer: config.OIDC_ISSUER,
    clientId: config.OIDC_CLIENT_ID,
    audience: config.OIDC_AUDIENCE,
    algorithms: config.OIDC_ALGORITHMS,
  });
  const issuerPart = { name: 'identity provider', vital: false, check: identityProvider.reach };
  const staff = createStaffIdentity({ db, identityProvider, productKey: config.PRODUCT_KEY, factsClaim: config.OIDC_FACTS_CLAIM, now });
  const { handle, declared } = routesOf<StaffActors>(app, {
    anyone: async () => null,
    staff,
    admin: createAdminIdentity({ db, now, staff }),
    device: refuseActor,
    service: createServiceIdentity(config.IMPORT_TOKENS),
  });

  const lists = createLists(now);
  const latestChange = createLatestChange(db);
  addSessionRoutes(handle, { db, now });
  addNotificationRoutes(handle, { db, now, lists, appScheme: config.APP_SCHEME, appUrl: config.APP_URL });
  addContentRoutes(handle, { db, now, lists, latestChange, appScheme: config.APP_SCHEME });
  addAssistantRoutes(handle, { db, now, lists, assistant: assistantOf(world) });
  addKnowledgeRoutes(handle, { db, now, lists });
  addPopupRoutes(handle, { db, now, lists, latestChange });
  addStoreRoutes(handle, { db, now, lists, latestChange });
  addStoreGroupRoutes(handle, { db, now, lists, latestChange });
  addUsageRoutes(handle, { db, appScheme: config.APP_SCHEME });
  addSettingsRoutes(handle, { db, now });
  addSearchRoutes(handle, { db });
  addPresenceRoutes(handle, { db });
  addSegmentRoutes(handle, { db });
  addPromoThresholdRoutes(handle, { db });
  addImportRoutes(handle, { db, now });
  addActivityRoutes(handle, { db, now });
  await addFileRoutes(app, handle, { db, stores: files, now });
  serveStoredFiles(app, { db, stores: files });
  addServiceRoutes(app, {
    title: 'Endcap staff API',
    url: config.ADMIN_URL,
    declared,
    leaving,
    parts: [databasePart(db), await schemaPart(db), issuerPart, filesPart(files)],
  });
  await page?.addAssets(app);
  answerUnknownPaths(app, declared, page?.reply);
  return Object.assign(app, { leaving, warm: async () => void (await Promise.allSettled([identityProvider.prepare(), lists.warm()])) });
};

/** `lookNow` ends once everything saved until then is in what phones are answered. */
export type AppApi = FastifyInstance & { leaving: Leaving; lookNow: () => Promise<void> };

/** The API that phones call. */
export const buildAppApi = async (world: World, db: Database): Promise<AppApi> => {
  const { config, log, now } = world;
  const again = createAnswersAgain();
  const leaving = createLeaving();
  const limits = createPhoneLimits({
    now,
    identify: createDeviceIdentity({ db }),
    most: {
      calls: config.APP_RATE_LIMIT,
      registrations: config.APP_REGISTRATION_LIMIT,
      registrationsOfAll: config.APP_REGISTRATION_TOTAL,
      questions: config.APP_FEED_LIMIT,
      unknownSecrets: config.APP_SECRET_LIMIT,
    },
  });
  const app = await createServer({
    log,
    leaving,
    imageOrigins: [],
    connectOrigins: [],
    trustedProxies: config.TRUSTED_PROXIES,
    answerFirst: again.answer,
    count: limits.count,
  });
  const { handle, declared } = routesOf<PhoneActors>(app, {
    anyone: async () => null,
    staff: refuseActor,
    admin: refuseActor,
    device: limits.identify,
    service: refuseActor,
  });
  addDeviceRoutes(handle, { db, now, appUrl: config.APP_URL, testerCode: config.TESTER_CODE, limits });
  addAppStoreRoutes(handle, { db });
  const prepared = createPreparedReply({ again, now });
  const changes = createAppChanges({
    db,
    onError: (error) => log.warn({ err: error }, 'what phones are shown cannot be read anew'),
    listen: (hint) => listenTo(config.DATABASE_URL, CHANGE_CHANNEL, hint),
  });
  const feed = createFeed({ changes, now, app: { base: config.APP_URL, appScheme: config.APP_SCHEME } });
  const popups = createPopups({ db, changes });
  const settings = createAppSettings({ changes, base: config.APP_URL });
  app.addHook('onReady', async () => changes.watch());
  app.addHook('onClose', () => changes.unwatch());
  addAppContentRoutes(handle, { feed, prepared });
  addAppAssistantRoutes(handle, {
    db,
    now,
    assistant: assistantOf(world),
    isEnabled: async () => (await settings.current()).assistantEnabled,
  });
  addAppSettingsRoutes(handle, { settings, prepared });
  addAppPopupRoutes(handle, { db, now, popups, prepared, identify: limits.identify });
  const files = filesOf(world);
  serveStoredFiles(app, { db, stores: files });
  addServiceRoutes(app, {
    title: 'Endcap app API',
    url: config.APP_URL,
    declared,
    leaving,
    parts: [databasePart(db), await schemaPart(db), filesPart(files)],
  });
  answerUnknownPaths(app, declared);
  return Object.assign(app, { leaving, lookNow: changes.lookNow });
};
