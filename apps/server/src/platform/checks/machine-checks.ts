import { roomOf } from '../files/free-room.ts';
import { type CheckResult, note, ok, wrong } from './finding.ts';

const GIGABYTE = 1e9;
const FREE_SHARE = 0.05;

/** Checks the free space of the folders that this machine's processes write to. */
export const checkDisk = async (folders: readonly string[], room = roomOf): Promise<CheckResult> => {
  const rooms = await Promise.all(
    folders.map(async (folder) => {
      const { bavail, blocks, bsize } = await room(folder);
      return { folder, free: bavail * bsize, isFull: bavail * bsize < GIGABYTE || bavail < blocks * FREE_SHARE };
    }),
  );
  const says = rooms.map(({ folder, free }) => `${(free / GIGABYTE).toFixed(1)} GB free in ${folder}`).join(', ');
  return rooms.some(({ isFull }) => isFull)
    ? wrong(says, 'make room, or give the folder a larger disk: below 1 GB or a twentieth uploads are soon refused')
    : ok(says);
};

const LOOPBACK = /^https?:\/\/(localhost|127\.|\[::1\])/;

/** Checks that the app API can tell phones behind a proxy apart by their addresses. */
export const checkProxy = ({
  ENDCAP_APP_URL,
  ENDCAP_TRUSTED_PROXIES,
}: {
  ENDCAP_APP_URL: string;
  ENDCAP_TRUSTED_PROXIES: readonly string[];
}): CheckResult => {
  if (ENDCAP_TRUSTED_PROXIES.length > 0) return ok(`X-Forwarded-For counts from ${ENDCAP_TRUSTED_PROXIES.join(', ')}`);
  if (LOOPBACK.test(ENDCAP_APP_URL)) return ok('no proxy is trusted, and phones come directly');
  return ENDCAP_APP_URL.startsWith('https://')
    ? wrong(
        'ENDCAP_APP_URL is https, so a proxy stands before the app API, and none is trusted: all phones count as one address and share its limits',
        "set ENDCAP_TRUSTED_PROXIES to the proxy's address (docs/operators/behind-a-proxy.md)",
      )
    : note('no proxy is trusted; if one stands before the app API, ENDCAP_TRUSTED_PROXIES has to name it');
};
