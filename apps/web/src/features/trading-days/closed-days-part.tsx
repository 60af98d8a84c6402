import { lazyAside } from '../../lib/lazy-part.tsx';

/** Said beside dates once they are there: no form waits for it. */
export const ClosedDays = lazyAside(
  () => import('./closed-days.tsx'),
  (module) => module.ClosedDays,
);
