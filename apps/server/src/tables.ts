import type { Kysely, KyselyPlugin, TransactionBuilder } from 'kysely';
import type { AssistantTables } from './features/assistant/assistant.tables.ts';
import type { BackupTables } from './features/backups/backups.tables.ts';
import type { ChangeTables } from './features/app-changes/changes.tables.ts';
import type { ContentTables } from './features/content/content.tables.ts';
import type { CustomerTables } from './features/customers/customer.tables.ts';
import type { DaySheetTables } from './features/day-sheet/day-sheet.tables.ts';
import type { DeliveryTables } from './features/delivery/delivery.tables.ts';
import type { DeviceTables } from './features/devices/device.tables.ts';
import type { FileTables } from './features/files/file.tables.ts';
import type { HistoryTables } from './features/history/history.tables.ts';
import type { KeptDayTables } from './features/kept-days/kept-day.tables.ts';
import type { KnowledgeTables } from './features/knowledge/knowledge.tables.ts';
import type { NotificationTables } from './features/notifications/notification.tables.ts';
import type { PastTables } from './features/past/past.tables.ts';
import type { PopupTables } from './features/popups/popup.tables.ts';
import type { PresenceTables } from './features/presence/presence.tables.ts';
import type { PromoThresholdTables } from './features/promo-thresholds/promo-threshold.tables.ts';
import type { SavedAudienceTables } from './features/notifications/saved-audiences/saved-audience.tables.ts';
import type { SearchTables } from './features/search/search.tables.ts';
import type { SegmentTables } from './features/segments/segment.tables.ts';
import type { SessionTables } from './features/session/session.tables.ts';
import type { SettingsTables } from './features/settings/settings.tables.ts';
import type { StoreGroupTables } from './features/store-groups/store-group.tables.ts';
import type { StoreTables } from './features/stores/store.tables.ts';
import type { SystemTables } from './features/system/system.tables.ts';

/** Every table, as its feature describes it. */
export type Tables = AssistantTables &
  BackupTables &
  ChangeTables &
  ContentTables &
  CustomerTables &
  DaySheetTables &
  DeliveryTables &
  DeviceTables &
  FileTables &
  HistoryTables &
  KeptDayTables &
  KnowledgeTables &
  NotificationTables &
  PastTables &
  PopupTables &
  PresenceTables &
  PromoThresholdTables &
  SavedAudienceTables &
  SearchTables &
  SegmentTables &
  SessionTables &
  SettingsTables &
  StoreGroupTables &
  StoreTables &
  SystemTables;

type Own<Name extends keyof Tables> = Pick<Tables, Name>;
/**
 * A connection or a transaction for the named tables alone: repositories take it as an argument, close over nothing, and reach no other
 * table by Kysely. For raw SQL, `scripts/fences` checks access to other tables against the same list, and writes against the own tables.
 * An interface with its variance declared: TypeScript compares two of them by their names alone, and not Kysely's builders part by part,
 * which took most of the time and memory of the type check.
 */
// @ts-expect-error TypeScript cannot show it of Kysely's builders, but a connection for more tables does for fewer.
export interface DbOf<in Name extends keyof Tables> extends Kysely<Own<Name>> {
  transaction(): { execute<T>(work: (trx: DbOf<Name>) => Promise<T>): Promise<T> } & TransactionBuilder<Own<Name>>;
  withPlugin(plugin: KyselyPlugin): DbOf<Name>;
}
/** A connection for all tables, for code that passes it on. */
export type Db = DbOf<keyof Tables>;
/** A database on which transactions can be opened. */
export type Database = Db;
