import { evidenceRoutes, previewRoutes } from '@endcap/contract/preview';
import type { AdminHandle } from '../../callers.ts';
import { createPast } from '../past/index.ts';
import { createEvidence } from './evidence/show-evidence.ts';
import { createScenes } from './in-scene.ts';
import { createPastScenes, pastScenes } from './past-scene.ts';
import type { PreviewDeps } from './preview-deps.ts';
import { createShownItems } from './show-items.ts';
import { createPreview } from './show-preview.ts';

export const addPreviewRoutes = (handle: AdminHandle, deps: Omit<PreviewDeps, 'past'>): void => {
  const past = createPast(deps);
  const sceneOf = pastScenes();
  const scenes = createScenes({ ...deps, pastScene: createPastScenes(past, sceneOf) });
  const preview = createPreview({ ...deps, past, ...scenes });
  const items = createShownItems(scenes, deps.appScheme);
  const evidence = createEvidence({ ...deps, past, sceneOf });
  handle(previewRoutes.show, ({ body }) => preview(body));
  handle(previewRoutes.items, ({ body }) => items(body));
  handle(evidenceRoutes.read, ({ body }) => evidence(body));
};
