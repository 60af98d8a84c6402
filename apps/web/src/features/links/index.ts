import { lazyAside, lazyPart } from '../../lib/lazy-part.tsx';

// Link checks are loaded after the forms that use them: the forms work without the checks (ux 28).
export const BrokenLinks = lazyAside(
  () => import('./broken-links.tsx'),
  (module) => module.BrokenLinks,
);
export const SentLink = lazyPart(
  () => import('./sent-link.tsx'),
  (module) => module.SentLink,
);
export { ShownLinks } from './late-shown-links.tsx';

// For the review of a send.
const review = () => import('./reviewed-link.tsx');
export const ReviewedLink = lazyPart(review, (module) => module.ReviewedLink);
export const ReviewedLinkFault = lazyPart(review, (module) => module.ReviewedLinkFault);
