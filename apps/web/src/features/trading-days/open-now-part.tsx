import { lazyAside } from '../../lib/lazy-part.tsx';

/** Said below the audience of a send: no form waits for it. */
export const OpenNow = lazyAside(
  () => import('./open-now.tsx'),
  (module) => module.OpenNow,
);
