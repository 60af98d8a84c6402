/** What phones are told of; a store's groups are part of it. */
export type ChangeKind = 'content' | 'store' | 'popup' | 'settings';

export type ChangeTables = {
  contentChange: { number: number };
  changedRow: { kind: ChangeKind; id: string; number: number };
};
