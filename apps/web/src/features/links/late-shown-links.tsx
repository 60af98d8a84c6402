import type { ComponentProps } from 'react';
import { config } from '../../config.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

const Late = lazyPart(
  () => import('./shown-links.tsx'),
  (module) => module.ShownLinks,
);

/** Checks the links of an item. The code is loaded with the first link. */
export const ShownLinks = (props: ComponentProps<typeof Late>) =>
  [props.url ?? '', ...props.texts].some((text) => text.includes(config.appScheme)) ? <Late {...props} /> : null;
