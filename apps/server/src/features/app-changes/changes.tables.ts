/** Kinds of changes that phones are notified of. A change of a store's groups counts as a change of the store. */
export type ChangeKind = 'content' | 'store' | 'popup' | 'settings';

export type ChangeTables = {
  contentChange: { number: number };
  changedRow: { kind: ChangeKind; id: string; number: number };
};
