import { setTimeout as sleep } from 'node:timers/promises';
import { noBrand, type WebConfig } from '@endcap/contract/session';
import { brandOf } from '@endcap/contract/settings';
import { singleFlight } from '../../platform/single-flight.ts';
import type { Database } from '../../tables.ts';
import { readSettings } from './settings.repository.ts';

/** Maximum time that a page waits for its settings. */
const WAIT_MS = 300;

/** The settings that the page receives before sign-in. */
export type PageSettings = Pick<WebConfig, 'brand' | 'daySheetForStaff'>;

/** Reads the current settings of the page. Returns the cached ones while the database is slow or unavailable. */
export const createPageSettings = (db: Database): (() => Promise<PageSettings>) => {
  let cached: PageSettings = { brand: noBrand, daySheetForStaff: false };
  const together = singleFlight<void>();
  const refresh = async (): Promise<void> => {
    try {
      const settings = await readSettings(db);
      cached = { brand: brandOf(settings), daySheetForStaff: settings.daySheetForStaff };
    } catch {
      // The page itself reports that the server cannot be reached.
    }
  };
  return async () => {
    await Promise.race([together('settings', refresh), sleep(WAIT_MS, undefined, { ref: false })]);
    return cached;
  };
};
