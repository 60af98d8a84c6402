import { lazyPart } from '../../../lib/lazy-part.tsx';

/** Comes when a link is asked for. */
export const ContentLinkDialog = lazyPart(
  () => import('./content-link-dialog.tsx'),
  (module) => module.ContentLinkDialog,
);
