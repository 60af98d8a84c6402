import type { Generated } from 'kysely';

/** Columns of every entity: its id, the revision that its tag is, who made and last changed it, and whether it is hidden. */
export type EntityColumns = {
  id: string;
  revision: Generated<number>;
  createdAt: Generated<Date>;
  createdBy: string | null;
  updatedAt: Generated<Date>;
  updatedBy: string | null;
  deletedAt: Date | null;
};
