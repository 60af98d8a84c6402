import { fieldProblem } from '@endcap/contract/core';
import type { PreviewQuestion } from '@endcap/contract/preview';
import { inOneState, tryInOneState } from '../../platform/db/transaction.ts';
import type { Db } from '../../tables.ts';
import { latestChange } from '../app-changes/index.ts';
import type { StillItem } from '../content/index.ts';
import { createPresentScene } from './keep-scene.ts';
import { layOver } from './lay-over.ts';
import type { createPastScenes } from './past-scene.ts';
import type { PreviewDeps } from './preview-deps.ts';
import type { Scene } from './scene.ts';

type Moment = { at: number; isPast: boolean; now: number };
type Work<Answer> = (trx: Db, context: { scene: Scene; laid: StillItem | null }) => Promise<Answer>;
export type SceneDeps = Omit<PreviewDeps, 'past'> & { pastScene: ReturnType<typeof createPastScenes> };

/** Returns the scene of a query, present or past, with an unsaved form applied. All data of a response is from one snapshot. */
export const createScenes = ({ db, now, appScheme, pastScene }: SceneDeps) => {
  const presentScene = createPresentScene();
  return {
    momentOf: ({ at: asked }: Pick<PreviewQuestion, 'at'>): Moment => {
      const called = now().getTime();
      const at = asked === null ? called : Date.parse(asked);
      return { at, isPast: at < called, now: called };
    },
    inScene: async <Answer>({ overlay }: Pick<PreviewQuestion, 'overlay'>, { at, isPast }: Moment, work: Work<Answer>): Promise<Answer> => {
      // An unsaved form never had a past.
      if (isPast && overlay !== null) throw fieldProblem('at', 'inPast');
      const rebuilt = isPast ? await pastScene(at) : null;
      // Validating a form takes the row locks of a save, which a read-only transaction cannot.
      const read = overlay === null ? inOneState : tryInOneState;
      return read(db, async (trx: Db) => {
        const version = await latestChange(trx);
        return work(trx, await layOver(trx, rebuilt ?? (await presentScene(trx, version)), overlay, appScheme));
      });
    },
  };
};
export type Scenes = ReturnType<typeof createScenes>;
