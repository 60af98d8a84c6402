import { createRoute } from '@tanstack/react-router';
import type { EvidenceSearch, PreviewSearch } from '../../features/preview/preview-address.ts';
import { paths } from '../../lib/paths.ts';
import { lazyScreen } from '../lazy-screen.tsx';
import { screenCode } from '../screen-code.ts';
import { adminLayout } from './frame.tsx';

/**
 * The preview of the app for a customer at a time, also beside another one or with an unsaved form (PREV-01, PREV-05, PREV-07). The page
 * parses the search parameters itself, so that their rules are loaded with it.
 */
export const previewRoute = createRoute({
  getParentRoute: () => adminLayout,
  path: paths.preview,
  validateSearch: (search: PreviewSearch): PreviewSearch => search,
  component: lazyScreen(screenCode[paths.preview], 'PreviewPage'),
});

/** The evidence: what a customer saw at a past instant, and the changes since then up to a limit (PREV-08). */
export const evidenceRoute = createRoute({
  getParentRoute: () => adminLayout,
  path: paths.evidence,
  validateSearch: (search: EvidenceSearch): EvidenceSearch => search,
  component: lazyScreen(screenCode[paths.evidence], 'EvidencePage'),
});
