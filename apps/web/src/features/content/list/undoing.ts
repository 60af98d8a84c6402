import type { AtRevision } from '@endcap/contract/content';
import { useIsMutating } from '@tanstack/react-query';

/** A completed change: its description, and the items with their new revisions. */
export type Done = { text: string; items: AtRevision[] };

export const UNDO_KEY = ['content', 'undo'];
/** True while an undo runs and until the lists are read again. A change made before that would name a revision that the undo replaced, and be refused. */
export const useIsUndoing = (): boolean => useIsMutating({ mutationKey: UNDO_KEY }) > 0;
