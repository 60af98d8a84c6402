/** Fields by name, as `[before, after]`. */
export type Changes = Record<string, [before: unknown, after: unknown]>;
type Fields = Record<string, unknown>;
/** What an item was; null before it was made and after it was deleted. */
export type Version = Fields | null;
/** A change as far as versions are made of it; `seq` grows with each change of an item. */
export type Step = { seq: number; action: string; changes: Changes };

const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Fields that differ, as `[before, after]`; undefined reads as null. */
export const difference = (before: Fields, after: Fields): Changes => {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...fields].filter((field) => !sameValue(before[field], after[field]));
  return Object.fromEntries(changed.map((field) => [field, [before[field] ?? null, after[field] ?? null]]));
};

const side = (changes: Changes, at: 0 | 1): Fields => Object.fromEntries(Object.entries(changes).map(([field, pair]) => [field, pair[at]]));

/** What a change made of what was there. */
const afterStep = (version: Version, { action, changes }: Step): Version =>
  action === 'delete' ? null : { ...version, ...side(changes, 1) };

/**
 * What an item was after the change `seq`, of all its changes, the oldest first. What no change until then names is what a later one found:
 * nothing where an item was made without it, or its value where the history begins later than the item. A field that no change names is not told.
 */
export const versionAfter = (steps: readonly Step[], seq: number): Version => {
  const until = steps.filter((step) => step.seq <= seq);
  const later = steps.filter((step) => step.seq > seq).reduceRight<Fields>((found, { changes }) => ({ ...found, ...side(changes, 0) }), {});
  const told = until.reduce<Version>(afterStep, steps[0]?.action === 'create' ? null : {});
  return told && { ...later, ...told };
};
