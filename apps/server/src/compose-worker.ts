import { causesOfSends, runWorker, type Wave, WORK_CHANNEL } from './features/delivery/worker.ts';
import { endings, plansOf } from './features/notifications/worker.ts';
import { openPush } from './open-push.ts';
import { listenTo, type Subscription } from './platform/db/listen-to.ts';
import type { Database } from './tables.ts';
import { connectDirectly, directUrl, type Context } from './context.ts';

/** Counts the sent messages of this process by outcome. */
const countSent = ({ metrics }: Context): ((wave: Wave) => void) => {
  const counts = { accepted: 0, deadAddress: 0, refused: 0, platformKeyRefused: 0, transient: 0, throttled: 0 };
  metrics?.counts(
    { name: 'endcap_push_messages_total', help: 'Messages to the push service, by what it said', label: 'outcome' },
    () => counts,
  );
  return ({ accepted, dead, refused, platformKeyRefused, transient, throttled }) => {
    counts.accepted += accepted;
    counts.deadAddress += dead;
    counts.refused += refused;
    counts.platformKeyRefused += platformKeyRefused;
    counts.transient += transient;
    counts.throttled += throttled;
  };
};

const countsOf = ({ sent, accepted, dead, refused, platformKeyRefused, transient, throttled }: Wave) => ({
  sent,
  accepted,
  dead,
  refused,
  platformKeyRefused,
  transient,
  throttled,
});

/** The push worker. Throws when no credentials are configured. */
export const startWorker = (context: Context, db: Database) => {
  const { config, log, clock, tracing, metrics } = context;
  const causes = causesOfSends(tracing);
  const count = countSent(context);
  const push = openPush(context);
  const key = { name: 'endcap_push_key_refused', help: 'Whether the push service refuses our key' };
  context.metrics?.level(key, async () => ({ '': (await push.isKeyRefused()) ? 1 : 0 }));
  const leaseDb = connectDirectly({ ...context, config: { ...config, ENDCAP_DATABASE_POOL_SIZE: 1 } }, {}, 'leases');
  /** Log fields of a send: its id, and the request that caused it, if it has one. */
  const causeOf = (id: unknown) => (typeof id === 'string' ? { notificationId: id, reqId: causes.requestIdOf(id) } : {});
  let subscription: Subscription | undefined;
  const worker = runWorker({
    db,
    endings,
    plans: plansOf(config.ENDCAP_APP_SCHEME),
    leaseDb,
    push,
    timeErrorMs: clock?.errorMs,
    appUrl: config.ENDCAP_APP_URL,
    lanes: config.ENDCAP_PUSH_LANES,
    perSecond: config.ENDCAP_PUSH_RATE === 0 ? null : config.ENDCAP_PUSH_RATE,
    leaseSeconds: config.ENDCAP_PUSH_LEASE_SECONDS,
    causes,
    sent: (wave, notificationId) => {
      count(wave);
      if (log.isLevelEnabled('debug')) log.debug({ ...causeOf(notificationId), ...countsOf(wave) }, 'a wave was sent');
    },
    alarm: (message, facts) => log.error({ ...facts, ...causeOf(facts?.['notificationId']) }, message),
    onError: (error) => log.warn({ err: error }, 'delivery interrupted'),
    receivesHints: () => subscription?.isReceiving() ?? false,
  });
  metrics?.level(
    { name: 'endcap_earlier_server', help: '1 while this worker sends nothing, because the database server is from before a takeover' },
    () => ({ '': worker.isOnEarlierServer() ? 1 : 0 }),
  );
  const work = listenTo(directUrl(config), WORK_CHANNEL, (payload) => {
    const call = causes.record(payload);
    if (call) log.info(causeOf(call.notificationId), 'told of a send');
    worker.hint();
  });
  subscription = work;
  return {
    stop: async (): Promise<void> => {
      await worker.stop();
      await work.close();
      await push.close();
      await leaseDb.destroy();
    },
  };
};
