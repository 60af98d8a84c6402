import { lazyAside } from '../../lib/lazy-part.tsx';

export const CodeReports = lazyAside(
  () => import('./code-reports.tsx'),
  (module) => module.CodeReports,
);
