import type { StoreDraft } from '@endcap/contract/stores';
import type { Generated, GeneratedAlways } from 'kysely';

export type StoreTables = {
  /** The fields that people edit have columns of the same names. */
  store: StoreDraft & {
    id: string;
    address: GeneratedAlways<string>;
    nameFolded: GeneratedAlways<string>;
    addressFolded: GeneratedAlways<string>;
    version: Generated<number>;
    createdAt: Generated<Date>;
    createdBy: string | null;
    updatedAt: Generated<Date>;
    updatedBy: string | null;
    deletedAt: Date | null;
  };
};
