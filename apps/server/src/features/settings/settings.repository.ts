import { type QuietHours, quietHoursOf } from '@endcap/contract/notifications';
import { emptySettings, type Settings, type SettingsDraft } from '@endcap/contract/settings';
import { tradingCalendar, type TradingCalendar } from '@endcap/contract/trading-days';
import { sql } from 'kysely';
import type { DbOf } from '../../tables.ts';
import { type Mark, marksOf, type StoredMarks } from '../entities/index.ts';
import { documentOf, keepingUnknown } from './settings-document.ts';

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

/** Two who save take turns, also the very first two. */
export const lockSettings = async (db: Db): Promise<boolean> => {
  await sql`select pg_advisory_xact_lock(hashtext('settings'))`.execute(db);
  return true;
};

/** A version that knows more settings may be serving beside this one, and its own are kept; call it after `lockSettings`. */
export const writeSettings = async (db: Db, draft: SettingsDraft, { by, at }: Mark): Promise<void> => {
  const stored = await db.selectFrom('settings').select('document').executeTakeFirst();
  const row = { document: JSON.stringify(keepingUnknown(stored?.document, draft)), updatedAt: at, updatedBy: by };
  await db
    .insertInto('settings')
    .values({ ...row, createdAt: at, createdBy: by })
    .onConflict((conflict) => conflict.column('theOnly').doUpdateSet({ ...row, revision: sql`settings.revision + 1` }))
    .execute();
};

/** Every day as the law has it, but for what administrators set (TRADE-01). */
export const readTradingCalendar = async (db: Db): Promise<TradingCalendar> => tradingCalendar((await readSettings(db)).trading.exceptions);

/** When no send starts, as it is set now; null: never (CARE-03). */
export const readQuietHours = async (db: Db): Promise<QuietHours | null> => quietHoursOf((await readSettings(db)).sending);
