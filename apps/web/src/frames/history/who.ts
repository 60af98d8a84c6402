import type { HistoryRow } from '@endcap/contract/history';

/** Ids of programs that change something by themselves. */
const programs = new Set(['import-api', 'import-command']);

/** Who made a change, by name where it is known. */
export const whoOf = ({ id, name }: HistoryRow['person'], program: string): string => name ?? (programs.has(id) ? program : id);
