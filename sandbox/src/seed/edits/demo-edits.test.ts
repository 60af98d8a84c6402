import { expect, test } from 'vitest';
import { demoGroups } from '../stores.ts';
import { type DemoEdit, type Fields } from './demo-edit.ts';
import { demoEdits } from './demo-edits.ts';

const DAY_MS = 86_400_000;
const groupsIn = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, value]) => (name.endsWith('StoreGroups') ? (value as string[]) : []));

/** Returns the references of edits to items that do not exist yet or were deleted. */
const astray = (edits: readonly DemoEdit[]): string[] => {
  const there = new Set(demoGroups.map(({ name }) => `storeGroup ${name}`));
  return edits.flatMap(({ kind, item, action, fields }) => {
    const key = `${kind} ${item}`;
    const missing = groupsIn(fields).filter((name) => !there.has(`storeGroup ${name}`));
    if (action === 'create') there.add(key);
    if (action === 'delete') there.delete(key);
    return missing.map((name) => `${key}: ${name}`);
  });
};

test(
  'demo edits of a first start on any day of the year refer only to store groups that exist at that point',
  { tags: ['GEN-13', 'issue-20.4'] },
  () => {
    const first = Date.parse('2026-11-25T12:00:00Z');
    const days = Array.from({ length: 366 }, (_, n) => first + n * DAY_MS);
    expect(demoEdits(first).filter(({ fields }) => groupsIn(fields).length > 0).length).toBeGreaterThan(1);
    expect(days.flatMap((now) => astray(demoEdits(now)).map((what) => `${new Date(now).toISOString()} ${what}`))).toEqual([]);
  },
);
