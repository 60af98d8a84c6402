import type { SettingsDraft } from '@endcap/contract/settings';
import type { ColumnType, Generated } from 'kysely';

export type SettingsTables = {
  settings: {
    theOnly: Generated<boolean>;
    document: ColumnType<SettingsDraft, string, string>;
    revision: Generated<number>;
    createdAt: Date;
    createdBy: string | null;
    updatedAt: Date;
    updatedBy: string | null;
  };
};
