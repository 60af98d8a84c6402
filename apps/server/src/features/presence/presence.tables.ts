import type { EditedKind } from '@endcap/contract/history';

export type PresenceTables = {
  /** Open editors. Not logged: after a crash of the database the next beats fill it. */
  presence: { kind: EditedKind; id: string; person: string; tab: string; name: string; seenAt: Date };
};
