import type { StoreDraft } from '@endcap/contract/stores';
import type { HoursException } from '@endcap/contract/trading-days';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type { EntityColumns } from '../entities/entity.tables.ts';

export type StoreTables = {
  /** The fields that people edit have columns of the same names. */
  store: Omit<StoreDraft, 'hoursExceptions'> & { hoursExceptions: ColumnType<HoursException[], string, string> } & EntityColumns & {
      address: GeneratedAlways<string>;
      nameFolded: GeneratedAlways<string>;
      addressFolded: GeneratedAlways<string>;
    };
  storeSubscriptionDay: { day: string; storeId: string; main: number; notifications: number };
};
