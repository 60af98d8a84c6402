/** Fields by name, as `[before, after]`. */
export type Changes = Record<string, [before: unknown, after: unknown]>;
type Fields = Record<string, unknown>;
/** What an item was; null before it was made and after it was deleted. */
export type Version = Fields | null;
/** A change as far as versions are made of it; `seq` grows with each change of an item. */
export type Step = { seq: number; action: string; changes: Changes };

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Schemas give the same group its fields in different orders. */
const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null, sorted) === JSON.stringify(other ?? null, sorted);

/** Fields that differ, as `[before, after]`; undefined reads as null. */
export const difference = (before: Fields, after: Fields): Changes => {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...fields].filter((field) => !sameValue(before[field], after[field]));
  return Object.fromEntries(changed.map((field) => [field, [before[field] ?? null, after[field] ?? null]]));
};

const side = (changes: Changes, at: 0 | 1): Fields => Object.fromEntries(Object.entries(changes).map(([field, pair]) => [field, pair[at]]));

/** What an item is, or, once it is deleted, what it was: what it excluded stays excluded (D-30). */
export type Remembered = { fields: Fields; deleted: boolean };

/** What a change makes of what is known of its item; null where nothing is. */
const afterChange = (known: Remembered | null, { action, changes }: Step): Remembered =>
  action === 'delete'
    ? { fields: { ...known?.fields, ...side(changes, 0) }, deleted: true }
    : { fields: { ...(action === 'create' ? null : known?.fields), ...side(changes, 1) }, deleted: false };

/** A change among those of many items. */
export type ItemStep = Step & { item: string };

/** HIST-09: what items are after changes, the oldest first, of what they were before; that stays as it is. An item that nobody touched is the very same. */
export const afterChanges = (known: ReadonlyMap<string, Remembered>, steps: readonly ItemStep[]): ReadonlyMap<string, Remembered> => {
  if (steps.length === 0) return known;
  const after = new Map(known);
  for (const step of steps) after.set(step.item, afterChange(after.get(step.item) ?? null, step));
  return after;
};

/** What changes of an item, the oldest first, found: of each field what it was before the first that names it. */
export const foundBy = (steps: readonly Step[]): Fields =>
  steps.reduceRight<Fields>((found, { changes }) => ({ ...found, ...side(changes, 0) }), {});

/**
 * What an item was after the change `seq`, of all its changes, the oldest first. What no change until then names is what a later one found:
 * nothing where an item was made without it, or its value where the history begins later than the item. A field that no change names is not told.
 */
export const versionAfter = (steps: readonly Step[], seq: number): Version => {
  const until = steps.filter((step) => step.seq <= seq);
  const later = foundBy(steps.filter((step) => step.seq > seq));
  const told = until.reduce<Remembered | null>(afterChange, steps[0]?.action === 'create' ? null : { fields: {}, deleted: false });
  return told === null || told.deleted ? null : { ...later, ...told.fields };
};
