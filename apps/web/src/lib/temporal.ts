import type { Temporal as Standard } from 'temporal-polyfill';

/** What the built page has in place of `temporal-polyfill` (vite.config.ts): the browser's own Temporal, or the one that `main` gave it. */
export const { Temporal } = globalThis as unknown as { Temporal: typeof Standard };
