import { setTimeout as sleep } from 'node:timers/promises';
import { type Brand, noBrand } from '@endcap/contract/session';
import { brandOf } from '@endcap/contract/settings';
import type { Database } from '../../tables.ts';
import { readSettings } from './settings.repository.ts';

/** Nobody waits longer for a page because of its name. */
const WAIT_MS = 300;

/** The chain's name and logo: as they are now, or as they were last known while the database is slow or away. */
export const createBrand = (db: Database): (() => Promise<Brand>) => {
  let known = noBrand;
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      known = brandOf(await readSettings(db));
    } catch {
      // The page says by itself that the server cannot be reached.
    } finally {
      looking = undefined;
    }
  };
  return async () => {
    looking ??= look();
    await Promise.race([looking, sleep(WAIT_MS, undefined, { ref: false })]);
    return known;
  };
};
