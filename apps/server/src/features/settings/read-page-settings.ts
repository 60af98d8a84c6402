import { setTimeout as sleep } from 'node:timers/promises';
import { noBrand, type WebConfig } from '@endcap/contract/session';
import { brandOf } from '@endcap/contract/settings';
import type { Database } from '../../tables.ts';
import { readSettings } from './settings.repository.ts';

/** Nobody waits longer for a page because of its name. */
const WAIT_MS = 300;

/** What the page is told of the settings before anybody signs in. */
export type PageSettings = Pick<WebConfig, 'brand' | 'daySheetForStaff'>;

/** The chain's name and logo, and what its staff may open: as they are now, or as they were last known while the database is slow or away. */
export const createPageSettings = (db: Database): (() => Promise<PageSettings>) => {
  let known: PageSettings = { brand: noBrand, daySheetForStaff: false };
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    try {
      const settings = await readSettings(db);
      known = { brand: brandOf(settings), daySheetForStaff: settings.daySheetForStaff };
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
