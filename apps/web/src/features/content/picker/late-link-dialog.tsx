import { lazyPart } from '../../../lib/lazy-part.tsx';

/** Loaded when a person inserts a link. */
export const ContentLinkDialog = lazyPart(
  () => import('./content-link-dialog.tsx'),
  (module) => module.ContentLinkDialog,
);
