import { lazyAside } from '../../lib/lazy-part.tsx';

/** Loaded after the form, which does not wait for it. Shown beside dates. */
export const ClosedDays = lazyAside(
  () => import('./closed-days.tsx'),
  (module) => module.ClosedDays,
);
