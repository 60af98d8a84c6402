import { storeTypes } from '@endcap/contract/audience';
import { code, folded, withoutInvisible } from '@endcap/contract/core';
import { type Changes, difference } from '@endcap/contract/history';
import type { ImportProblem, ImportWarning } from '@endcap/contract/imports';
import { locationDoubt, StoreDraft, type StoreField, storeFieldNames, storeFields } from '@endcap/contract/stores';
import { sundayRules } from '@endcap/contract/trading-days';
import { z } from 'zod';
import { newId } from '../../platform/ids.ts';
import { mapInSlices } from '../../platform/in-slices.ts';
import type { Db } from '../../tables.ts';
import { type EntityWrite, writesOf } from '../entities/index.ts';
import { lockStoresByNumber, storeKind } from '../stores/index.ts';
import { byKey, type Importer, parsedRow, type PlannedChange, problemsAt } from './plan.ts';
import type { ImportRow } from './read-file.ts';

/** Yes and no as people and spreadsheets write them, in Polish and English. */
const yesAndNo = { true: true, false: false, prawda: true, falsz: false, 1: true, 0: false, yes: true, no: false, tak: true, nie: false };
/** An empty flag is off, as in a new store. */
const flagWords: ReadonlyMap<string, boolean> = new Map([...Object.entries(yesAndNo), ['', false]]);
const choiceWords = (choices: readonly string[]): ReadonlyMap<string, string> =>
  new Map(choices.map((choice) => [choice.toLowerCase(), choice]));

type Words = ReadonlyMap<string, boolean | string>;
/** Accepted words by field, in lower case and without diacritics, with the value of each. */
const words: ReadonlyMap<StoreField, Words> = new Map<StoreField, Words>([
  ['storeType', choiceWords(storeTypes)],
  ['sundayRule', choiceWords(sundayRules)],
  ...storeFieldNames
    .filter((field) => 'kind' in storeFields[field] && storeFields[field].kind === 'flag')
    .map((field) => [field, flagWords] as const),
]);

/** Reads flags and choices regardless of case and surrounding blanks. Other text stays and is refused by the rule of the field. */
const withWords = ({ line, values }: ImportRow): ImportRow => {
  const read = [...words].flatMap(([field, accepted]) => {
    const value = values[field];
    return typeof value === 'string' ? [[field, accepted.get(folded(withoutInvisible(value).trim())) ?? value] as const] : [];
  });
  return { line, values: { ...values, ...Object.fromEntries(read) } };
};

const StoreKey = z.object({ storeNo: storeFields.storeNo.rule.refine((storeNo) => storeNo !== null, code('required')) });

type Located = { line: number; latitude: number; longitude: number };
const warningsOf = (located: readonly Located[]): ImportWarning[] =>
  located.flatMap(({ line, latitude, longitude }) => {
    const doubt = locationDoubt(latitude, longitude);
    return doubt === null ? [] : [{ line, column: 'latitude', code: doubt, value: `${latitude}, ${longitude}` }];
  });
/** The problem of a file in which most stores have swapped coordinates: its columns are swapped. */
const swappedColumns = (located: readonly Located[], warnings: readonly ImportWarning[]): ImportProblem[] => {
  const swapped = warnings.filter((warning) => warning.code === 'swapped').length;
  if (swapped * 2 <= located.length) return [];
  return [{ line: null, column: 'latitude', code: 'mostlySwapped', value: `${swapped}/${located.length}` }];
};

const { complete, problemsOf, applyMany } = writesOf(storeKind);

/** Stores that one statement looks up. Statements must not be far apart: PostgreSQL ends a transaction that is idle for a while. */
const STORES_AT_ONCE = 500;

type StoredStore = Awaited<ReturnType<typeof lockStoresByNumber>>[number];
type StoreWrite = EntityWrite<StoreDraft> & { after: StoreDraft; fields: Changes };
type StorePlan = { problems: ImportProblem[]; located: Located[]; writes: StoreWrite[]; unchanged: number };

/** Compares a row with the stores that have its number, and adds its changes or problems to `plan`. */
const planStore = async (
  db: Db,
  { line, values }: ImportRow,
  [stored, another]: readonly StoredStore[],
  plan: StorePlan,
): Promise<void> => {
  if (another) {
    plan.problems.push({ line, column: 'storeNo', code: 'ambiguous', value: String(another.storeNo) });
    return;
  }
  const before = stored?.draft ?? null;
  const merged = { line, values: { ...before, ...values } };
  const draft = parsedRow(StoreDraft, merged, plan.problems);
  if (!draft) return;
  const { latitude, longitude } = draft;
  if ('latitude' in values || 'longitude' in values) plan.located.push({ line, latitude, longitude });
  const after = await complete(db, draft, before);
  const fields = difference(before ?? {}, after);
  if (before && Object.keys(fields).length === 0) {
    plan.unchanged += 1;
    return;
  }
  plan.problems.push(...problemsAt(merged, await problemsOf(db, after, before)));
  plan.writes.push({ id: stored?.id ?? newId(), before, after, fields });
};

/**
 * Imports stores by number: creates new ones, updates known ones by the columns of the file, and keeps others. The rules are those of the
 * form.
 */
export const storeImporter: Importer = {
  columns: {
    required: ['storeNo'],
    optional: storeFieldNames.filter((field) => field !== 'storeNo'),
    ignored: ['_id', 'address', 'main', 'notifications'],
  },
  check: async (imported) => {
    const problems: ImportProblem[] = [];
    const rows = await mapInSlices(imported, (one) => {
      const row = withWords(one);
      const key = parsedRow(StoreKey, row, problems);
      return key && { line: row.line, key: String(key.storeNo), row };
    });
    const wanted = [...byKey(rows, 'storeNo', problems)];
    return async (db) => {
      const plan: StorePlan = { problems: [...problems], located: [], writes: [], unchanged: 0 };
      for (let at = 0; at < wanted.length; at += STORES_AT_ONCE) {
        const some = wanted.slice(at, at + STORES_AT_ONCE);
        const stored = await lockStoresByNumber(
          db,
          some.map(([storeNo]) => Number(storeNo)),
        );
        const byNumber = Map.groupBy(stored, (store) => String(store.storeNo));
        await mapInSlices(some, ([storeNo, row]) => planStore(db, row, byNumber.get(storeNo) ?? [], plan));
      }
      const warnings = warningsOf(plan.located);
      return {
        problems: [...plan.problems, ...swappedColumns(plan.located, warnings)],
        warnings,
        unchanged: plan.unchanged,
        changes: plan.writes.map(({ before, after, fields }): PlannedChange => ({
          key: String(after.storeNo),
          change: before ? 'update' : 'create',
          fields,
        })),
        apply: (trx, mark) => applyMany(trx, plan.writes, mark),
      };
    };
  },
};
