import type { ChildProcess } from 'node:child_process';
import { API_FLAGS } from '../launch/api-flags.ts';
import { freePort } from '../../apps/server/src/platform/free-port.ts';
import { deliveryWorld } from '../test/delivery-world.ts';
import { fillChain } from './feed-chain.ts';
import { gate } from './gates.ts';
import { residentMegabytes } from './processes.ts';
import { load } from './wrk.ts';

const MINUTES = 60;
const ITEMS = 2_000;
const STORES = 300;
const DEVICES = 20_000;
const AT_MOST_MB = 200;
/** Tokens end within the hour, so each stretch has its own. */
const STRETCH_SECONDS = 60;
const LOOK_EVERY_MS = 1_000;
/** So that an hour of it leaves half of a core to others. */
const PAUSE_MS = 40;

const screens = [
  'content-editor/list',
  'content-editor/list?contentType=leaflet&published=true',
  'content-editor/list?name=nazwa&page=7',
  'notification-editor/list',
  'store-editor/list?page=3',
  'store-editor/list?name=sklep',
  'store-group/list',
  'search?text=gazetka',
];

type Watched = Record<'app-api' | 'admin-api', ChildProcess>;

/** Keeps what each process has taken at most, and what it takes at the end of each stretch; MB. */
const watch = (processes: Watched) => {
  const most: Record<string, number> = {};
  const ends: Record<string, number[]> = {};
  const look = (): [string, number][] => Object.entries(processes).map(([name, { pid }]) => [name, Math.round(residentMegabytes(pid))]);
  const timer = setInterval(() => {
    for (const [name, megabytes] of look()) most[name] = Math.max(most[name] ?? 0, megabytes);
  }, LOOK_EVERY_MS);
  return {
    most,
    ends,
    endStretch: (): void => look().forEach(([name, megabytes]) => (ends[name] ??= []).push(megabytes)),
    stop: (): void => clearInterval(timer),
  };
};

/**
 * Resident memory of both APIs while phones and head office ask for so many minutes (60) and an item is saved a second: at most, and at the end of each
 * minute, MB. A chain of 2,000 items and 300 stores.
 */
export const benchWeight = async ([givenMinutes]: readonly string[] = []) => {
  const minutes = Number(givenMinutes ?? MINUTES);
  const world = await deliveryWorld({ devices: DEVICES });
  await fillChain(world.pool, { items: ITEMS, stores: STORES });
  const [appPort, adminPort] = [await freePort(), await freePort()];
  const own = { ENDCAP_APP_FEED_LIMIT: '1000000', LOG_LEVEL: 'warn' };
  const processes: Watched = {
    'app-api': await world.startProcess('app-api', { ...own, ENDCAP_APP_PORT: String(appPort) }, API_FLAGS),
    'admin-api': await world.startProcess('admin-api', { ...own, ENDCAP_ADMIN_PORT: String(adminPort) }, API_FLAGS),
  };
  const feeds = Array.from(
    { length: STORES },
    (_, n) => `http://127.0.0.1:${appPort}/app/v1/content?appVersion=3.4.0&storeId=bench${n + 1}`,
  );
  const lists = screens.map((screen) => `http://127.0.0.1:${adminPort}/api/v1/${screen}`);
  const watched = watch(processes);
  const saving = setInterval(
    () =>
      void world.pool.query(
        `update content set title = 'Gazetka ' || clock_timestamp() where id = 'item' || (1 + floor(random() * ${ITEMS}))::int`,
      ),
    1_000,
  );
  let [asked, failed] = [0, 0];
  try {
    for (let minute = 0; minute < minutes; minute += 1) {
      const pace = { connections: 16, seconds: STRETCH_SECONDS, pauseMs: PAUSE_MS };
      const authorization = `Bearer ${await world.tokenOf('admin')}`;
      const loaded = await Promise.all([
        load({ ...pace, urls: feeds, headers: { 'accept-encoding': 'gzip' } }),
        load({ ...pace, urls: lists, headers: { authorization } }),
      ]);
      asked += loaded.reduce((sum, { perSecond }) => sum + perSecond * STRETCH_SECONDS, 0);
      failed += loaded.reduce((sum, one) => sum + one.failed, 0);
      watched.endStretch();
    }
  } finally {
    clearInterval(saving);
    watched.stop();
    await world.close();
  }
  return { bench: 'weight', minutes, asked, failed, most: watched.most, ends: watched.ends, gate: gate(watched.most, AT_MOST_MB) };
};
