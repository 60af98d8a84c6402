/** Fields by name, as `[before, after]`. */
export type Changes = Record<string, [before: unknown, after: unknown]>;
type Fields = Record<string, unknown>;
/** Fields of an item; null before it was created and after it was deleted. */
export type Version = Fields | null;
/** The parts of a change that versions are built from. `seq` grows with each change of an item. */
export type Step = { seq: number; action: string; changes: Changes };

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** Sorts keys, since schemas give the fields of the same group in different orders. */
const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null, sorted) === JSON.stringify(other ?? null, sorted);

/** Fields that differ, as `[before, after]`; undefined reads as null. */
export const difference = (before: Fields, after: Fields): Changes => {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...fields].filter((field) => !sameValue(before[field], after[field]));
  return Object.fromEntries(changed.map((field) => [field, [before[field] ?? null, after[field] ?? null]]));
};

const side = (changes: Changes, at: 0 | 1): Fields => Object.fromEntries(Object.entries(changes).map(([field, pair]) => [field, pair[at]]));

/** The fields of an item, or its last ones once it is deleted: its exclusions still apply (D-30). */
export type Remembered = { fields: Fields; deleted: boolean };

/** Applies a change to the fields of an item; null if none are known. */
const afterChange = (item: Remembered | null, { action, changes }: Step): Remembered =>
  action === 'delete'
    ? { fields: { ...item?.fields, ...side(changes, 0) }, deleted: true }
    : { fields: { ...(action === 'create' ? null : item?.fields), ...side(changes, 1) }, deleted: false };

/** A change among those of many items. */
export type ItemStep = Step & { item: string };

/** Returns items after changes, oldest first. Does not modify `items`, and keeps the identity of unchanged items (HIST-09). */
export const afterChanges = (items: ReadonlyMap<string, Remembered>, steps: readonly ItemStep[]): ReadonlyMap<string, Remembered> => {
  if (steps.length === 0) return items;
  const after = new Map(items);
  for (const step of steps) after.set(step.item, afterChange(after.get(step.item) ?? null, step));
  return after;
};

/** Returns the fields before the given changes, oldest first. A field has its value from before the first change that names it. */
export const fieldsBefore = (steps: readonly Step[]): Fields =>
  steps.reduceRight<Fields>((fields, { changes }) => ({ ...fields, ...side(changes, 0) }), {});

/**
 * Returns an item after the change `seq`, from all of its changes, oldest first. A field that no change up to then names has its value from
 * before the first later change: empty if the item was created without it, set if the item is older than the history. A field that no
 * change names is left out.
 */
export const versionAfter = (steps: readonly Step[], seq: number): Version => {
  const until = steps.filter((step) => step.seq <= seq);
  const later = fieldsBefore(steps.filter((step) => step.seq > seq));
  const after = until.reduce<Remembered | null>(afterChange, steps[0]?.action === 'create' ? null : { fields: {}, deleted: false });
  return after === null || after.deleted ? null : { ...later, ...after.fields };
};
