import type { Generated } from 'kysely';

export type BackupTables = {
  lastBackup: { theOnly: Generated<boolean>; takenAt: Date; lost: number };
  lastDrill: { theOnly: Generated<boolean>; drilledAt: Date };
};
