import { demoItems } from '../demo-data.ts';
import type { Fields, Life, Step } from './demo-edit.ts';

/** Names of fields: they become what they are today. */
type Towards = readonly [daysAgo: number, clock: string, who: Step[2], fields: Fields | readonly string[]];

/** An item that is there today: what was different when it was made, and the steps since. */
export const currentItem = (item: string, [daysAgo, clock, who, first]: Step, ...steps: readonly Towards[]): Life => {
  const today = demoItems.get(item);
  if (!today) throw new Error(`The demo chain has no item ${item}`);
  const named = (names: readonly unknown[]): Fields => Object.fromEntries(names.map((name) => [name, today[String(name)] ?? null]));
  return {
    kind: 'content',
    item,
    steps: [
      [daysAgo, clock, who, { ...today, ...first }],
      ...steps.map(([day, at, by, fields]): Step => [day, at, by, Array.isArray(fields) ? named(fields) : (fields as Fields)]),
    ],
  };
};
