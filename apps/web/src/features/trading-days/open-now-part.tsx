import { lazyAside } from '../../lib/lazy-part.tsx';

/** Loaded after the form, which does not wait for it. Shown below the audience of a send. */
export const OpenNow = lazyAside(
  () => import('./open-now.tsx'),
  (module) => module.OpenNow,
);
