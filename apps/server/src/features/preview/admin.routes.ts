import { previewRoutes } from '@endcap/contract/preview';
import type { AdminHandle } from '../../callers.ts';
import type { Database } from '../../tables.ts';
import { createPreview } from './show-preview.ts';

export const addPreviewRoutes = (handle: AdminHandle, deps: { db: Database; now: () => Date; appScheme: string }): void => {
  const preview = createPreview(deps);
  handle(previewRoutes.show, ({ body }) => preview(body));
};
