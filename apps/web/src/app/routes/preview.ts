import { createRoute } from '@tanstack/react-router';
import type { EvidenceSearch, PreviewSearch } from '../../features/preview/preview-address.ts';
import { paths } from '../../lib/paths.ts';
import { lazyScreen } from '../lazy-screen.tsx';
import { screenCode } from '../screen-code.ts';
import { english } from './frame.tsx';

/** PREV-01, PREV-05, PREV-07: whose app, when, beside whose, and with which form. What the address means is read by the page alone: its rules come with it. */
export const previewRoute = createRoute({
  getParentRoute: () => english,
  path: paths.preview,
  validateSearch: (search: PreviewSearch): PreviewSearch => search,
  component: lazyScreen(screenCode[paths.preview], 'PreviewPage'),
});

/** PREV-08: the same viewer, an instant that is over, and until when changes are told. */
export const evidenceRoute = createRoute({
  getParentRoute: () => english,
  path: paths.evidence,
  validateSearch: (search: EvidenceSearch): EvidenceSearch => search,
  component: lazyScreen(screenCode[paths.evidence], 'EvidencePage'),
});
