import { type QuietHours, quietHoursOf } from '@endcap/contract/notifications';
import { emptySettings, type Settings, type SettingsDraft } from '@endcap/contract/settings';
import { tradingCalendar, type TradingCalendar } from '@endcap/contract/trading-days';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { type Mark, marksOf, type StoredMarks } from '../entities/index.ts';
import { documentOf, mergeSettings } from './settings-document.ts';

type Db = DbOf<'settings'>;

export type StoredSettings = Settings & StoredMarks;

/** The settings, or the defaults of a fresh installation (SET-17, A-108). */
export const readSettings = async (db: Db): Promise<StoredSettings> => {
  const found = await db.selectFrom('settings').select('document').select(marksOf('settings')).executeTakeFirst();
  const { document, ...marks } = found ?? {
    document: emptySettings,
    revision: 0,
    createdAt: new Date(0).toISOString(),
    createdBy: null,
    updatedAt: new Date(0).toISOString(),
    updatedBy: null,
  };
  return { _id: 'settings', ...documentOf(document), ...marks };
};

/** Serializes saves of the settings, also the very first ones. */
export const lockSettings = async (db: Db): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(db);
  return true;
};

/** Stores the settings. Keeps unknown ones, because a newer version may run beside this one. Call it after `lockSettings`. */
export const writeSettings = async (db: Db, draft: SettingsDraft, { by, at }: Mark): Promise<void> => {
  const stored = await db.selectFrom('settings').select('document').executeTakeFirst();
  const row = { document: JSON.stringify(mergeSettings(stored?.document, draft)), updatedAt: at, updatedBy: by };
  await db
    .insertInto('settings')
    .values({ ...row, createdAt: at, createdBy: by })
    .onConflict((conflict) => conflict.column('theOnly').doUpdateSet({ ...row, revision: sql`settings.revision + 1` }))
    .execute();
};

/** Reads the trading calendar: days by law, with the exceptions of administrators (TRADE-01). */
export const readTradingCalendar = async (db: Db): Promise<TradingCalendar> => tradingCalendar((await readSettings(db)).trading.exceptions);

/** Reads the current quiet hours, in which no send starts; null: none (CARE-03). */
export const readQuietHours = async (db: Db): Promise<QuietHours | null> => quietHoursOf((await readSettings(db)).sending);
