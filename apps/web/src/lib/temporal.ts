import type { Temporal as Standard } from 'temporal-polyfill';

const standard = (): typeof Standard => (globalThis as unknown as { Temporal: typeof Standard }).Temporal;

/**
 * The build uses this for `temporal-polyfill` (vite.config.ts): the browser's own Temporal, or the polyfill that `main` loads. It is resolved
 * on each use, because a module may be evaluated before the polyfill is there.
 */
export const Temporal = {
  get Instant() {
    return standard().Instant;
  },
  get PlainDate() {
    return standard().PlainDate;
  },
  get PlainDateTime() {
    return standard().PlainDateTime;
  },
};
