import { isSame, type Stand } from '../../platform/stand.ts';
import type { Db } from '../../tables.ts';
import { readScene, type Scene } from './scene.ts';

/** Who steps from change to change asks again soon; nobody else shall pay for it. */
const KEPT_MS = 60_000;

/** The present scene, kept for a moment after it was last asked for, and read anew as soon as anything was written. */
export const createKeptScene = () => {
  let kept: { stand: Stand; scene: Promise<Scene> } | null = null;
  let timer: NodeJS.Timeout | undefined;
  const forget = (): void => {
    kept = null;
  };
  /** `stand`: what was last written when the transaction of `db` began. */
  return (db: Db, stand: Stand): Promise<Scene> => {
    clearTimeout(timer);
    timer = setTimeout(forget, KEPT_MS).unref();
    if (kept && isSame(kept.stand, stand)) return kept.scene;
    const reading = { stand, scene: readScene(db) };
    kept = reading;
    // A failure is nobody else's; who asked hears of it.
    reading.scene.catch(() => {
      if (kept === reading) kept = null;
    });
    return reading.scene;
  };
};
