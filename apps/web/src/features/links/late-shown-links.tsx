import type { ComponentProps } from 'react';
import { config } from '../../config.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

const Late = lazyPart(
  () => import('./shown-links.tsx'),
  (module) => module.ShownLinks,
);

/** The links of something that is shown, once it has some: until then nothing of what judges them is loaded. */
export const ShownLinks = (props: ComponentProps<typeof Late>) =>
  [props.url ?? '', ...props.texts].some((text) => text.includes(config.appScheme)) ? <Late {...props} /> : null;
