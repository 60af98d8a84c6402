import { lazyPart } from '../../../lib/lazy-part.tsx';

/** Loaded with the first change that can be undone. */
export const UndoBar = lazyPart(
  () => import('./undo-bar.tsx'),
  (module) => module.UndoBar,
);
