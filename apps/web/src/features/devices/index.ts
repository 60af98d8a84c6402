import { lazyAside } from '../../lib/lazy-part.tsx';

export const TestPhones = lazyAside(
  () => import('./test-phones.tsx'),
  (module) => module.TestPhones,
);
