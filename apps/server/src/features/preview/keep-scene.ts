import { isSame, type DataVersion } from '../../platform/data-version.ts';
import type { Db } from '../../tables.ts';
import { readScene, type Scene } from './scene.ts';

/** Milliseconds after the last use until the scene is evicted. Users who step from change to change find it cached. */
const KEPT_MS = 60_000;

/** Caches the present scene until a minute after its last use, and reads it again after any write. */
export const createPresentScene = () => {
  let cached: { version: DataVersion; scene: Promise<Scene> } | null = null;
  let timer: NodeJS.Timeout | undefined;
  const forget = (): void => {
    cached = null;
  };
  /** `version`: what was last written when the transaction of `db` began. */
  return (db: Db, version: DataVersion): Promise<Scene> => {
    clearTimeout(timer);
    timer = setTimeout(forget, KEPT_MS).unref();
    if (cached && isSame(cached.version, version)) return cached.scene;
    const reading = { version, scene: readScene(db) };
    cached = reading;
    // A failure is not cached; the callers of this read get it.
    reading.scene.catch(() => {
      if (cached === reading) cached = null;
    });
    return reading.scene;
  };
};
