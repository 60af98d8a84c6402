import type { FastifyInstance } from 'fastify';
import { tlsAddresses } from './certificates.ts';
import { refuseActor, type StaffActors } from './callers.ts';
import { addFileRoutes, serveStoredFiles } from './features/files/index.ts';
import { createServiceIdentity } from './features/imports/index.ts';
import { createAdminIdentity, createStaffIdentity } from './features/session/index.ts';
import { createPageSettings } from './features/settings/index.ts';
import { openAssistant } from './open-assistant.ts';
import { openFiles } from './open-files.ts';
import { routesOf } from './platform/http/handle.ts';
import { createLeaving, type Leaving } from './platform/http/leaving.ts';
import { createServer } from './platform/http/server.ts';
import { addServiceRoutes } from './platform/http/service-routes.ts';
import { answerUnknownPaths } from './platform/http/unknown-paths.ts';
import { observeRequests } from './platform/metrics/observe-requests.ts';
import { createLists } from './platform/lists/lists.ts';
import { connectIdentityProvider } from './platform/oidc/identity-provider.ts';
import { addStaffRoutes } from './staff-routes.ts';
import type { Database } from './tables.ts';
import { registerBackOfficeMetrics } from './register-metrics.ts';
import type { ProcessContext } from './context.ts';
import { foldersOf, addSystem } from './system-routes.ts';
import { openPage, originsOf } from './open-page.ts';
import { databaseParts, filesPart } from './ready-parts.ts';

/** `warming` reads what the first call would wait for, by what it is read from. */
export type Api = FastifyInstance & { leaving: Leaving; warming: Readonly<Record<string, () => Promise<unknown>>> };

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
  const page = await openPage(context, createPageSettings(db));
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
      ...(await databaseParts(context, db)),
      { name: 'identity provider', vital: false, check: identityProvider.reach },
      { name: 'lists', vital: false, check: readLists },
      filesPart(files),
    ],
  });
  await page?.addAssets(app);
  answerUnknownPaths(app, declared, page?.reply);
  return Object.assign(app, { leaving, warming });
};
