import type { FieldCodes } from '@endcap/contract/core';
import type { WrittenKind } from '@endcap/contract/history';
import type { z } from 'zod';
import type { Db } from '../../tables.ts';
import type { Mark } from './marks.repository.ts';

export type Fields = Record<string, unknown>;
export type Entity = { _id: string; revision: number };
/** The id of an item and its new field values. */
export type Item<Draft> = { id: string; draft: Draft };
export type WriteMany<Draft> = (db: Db, items: readonly Item<Draft>[], mark: Mark) => Promise<void>;

/** The operations and rules of one kind of entity, as needed to write it. */
export type EntityKind<Draft extends Fields, E extends Entity & Draft> = {
  name: WrittenKind;
  /** The rules of the whole item. Its keys are the fields that people edit. */
  draft: z.ZodObject & z.ZodType<Draft>;
  /** Locks the row until the transaction ends, so that writers run one at a time. Returns false if it does not exist. */
  lock: (db: Db, id: string) => Promise<boolean>;
  read: (db: Db, id: string) => Promise<E | undefined>;
  insert: (db: Db, id: string, draft: Draft, mark: Mark) => Promise<void>;
  /** Writes all fields and raises the revision. */
  update: (db: Db, id: string, draft: Draft, mark: Mark) => Promise<void>;
  /** Write many different items by one statement each. A kind without these functions is written item by item. */
  insertMany?: WriteMany<Draft>;
  updateMany?: WriteMany<Draft>;
  /** Hides the rows; references to them stay. */
  remove: (db: Db, ids: readonly string[], mark: Mark) => Promise<void>;
  /** Merges a patch into the stored item. Needed when more than its top level is to be merged. */
  merge?: (before: Draft, patch: Fields) => unknown;
  /** Applied to the merged item before its rules, e.g. to empty fields that do not belong to it. */
  prepare?: (merged: unknown) => unknown;
  /** Fills fields that follow from other data; runs before `check`. `by`: the person who saves it; undefined in a preview. */
  complete?: (db: Db, draft: Draft, before: Draft | null, by?: string) => Promise<Draft>;
  /** Returns refusals that need the database, e.g. references to missing items. */
  check?: (db: Db, draft: Draft, before: Draft | null) => Promise<FieldCodes>;
};
