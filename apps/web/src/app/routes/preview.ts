import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { paths } from '../../lib/paths.ts';
import { lazyScreen } from '../lazy-screen.tsx';
import { screenCode } from '../screen-code.ts';
import { english } from './frame.tsx';
import { searchText } from './screens.ts';

const viewer = { store: searchText(), version: searchText(), at: searchText() };
const flag = z.literal(true).optional().catch(undefined);

/** PREV-01: whose app and when; PREV-05: beside whose; PREV-07: with the form that lies over it. What it means is known to the page alone. */
export const previewRoute = createRoute({
  getParentRoute: () => english,
  path: paths.preview,
  validateSearch: z.object({
    ...viewer,
    segments: searchText(2_000),
    beside: flag,
    store2: viewer.store,
    version2: viewer.version,
    at2: viewer.at,
    segments2: searchText(2_000),
    text: searchText(),
    form: flag,
  }),
  component: lazyScreen(screenCode[paths.preview], 'PreviewPage'),
});
