import type { FieldCodes } from '@endcap/contract/core';
import type { WrittenKind } from '@endcap/contract/history';
import type { z } from 'zod';
import type { Db } from '../../tables.ts';
import type { Mark } from './marks.repository.ts';

export type Fields = Record<string, unknown>;
export type Entity = { _id: string; revision: number };
/** What an item becomes. */
export type Item<Draft> = { id: string; draft: Draft };
export type WriteMany<Draft> = (db: Db, items: readonly Item<Draft>[], mark: Mark) => Promise<void>;

/** What tells one kind of entity from another when it is written. */
export type EntityKind<Draft extends Fields, E extends Entity & Draft> = {
  name: WrittenKind;
  /** The rules of the whole item. Its keys are the fields that people edit. */
  draft: z.ZodObject & z.ZodType<Draft>;
  /** Locks the row until the transaction ends, so that two writers take turns; false when there is none. */
  lock: (db: Db, id: string) => Promise<boolean>;
  read: (db: Db, id: string) => Promise<E | undefined>;
  insert: (db: Db, id: string, draft: Draft, mark: Mark) => Promise<void>;
  /** Writes all fields and raises the revision. */
  update: (db: Db, id: string, draft: Draft, mark: Mark) => Promise<void>;
  /** The same of many different items by one statement each; a kind without them is written item by item. */
  insertMany?: WriteMany<Draft>;
  updateMany?: WriteMany<Draft>;
  /** Hides the rows; references to them stay. */
  remove: (db: Db, ids: readonly string[], mark: Mark) => Promise<void>;
  /** What a change makes of the stored item, when more than its top level is to be merged. */
  merge?: (before: Draft, patch: Fields) => unknown;
  /** Applied to the merged item before its rules, e.g. to empty what does not belong to it. */
  prepare?: (merged: unknown) => unknown;
  /** Fills what follows from other data; runs before `check`. `by`: who saves it; a preview is nobody's. */
  complete?: (db: Db, draft: Draft, before: Draft | null, by?: string) => Promise<Draft>;
  /** Refusals that need the database, e.g. references to what does not exist. */
  check?: (db: Db, draft: Draft, before: Draft | null) => Promise<FieldCodes>;
};
