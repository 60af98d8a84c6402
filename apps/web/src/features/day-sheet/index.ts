import { lazyPart } from '../../lib/lazy-part.tsx';

export const CodeReports = lazyPart(
  () => import('./code-reports.tsx'),
  (module) => module.CodeReports,
);
