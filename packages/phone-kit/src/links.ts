import { isWebAddress, readDeepLink } from '@endcap/contract/deep-links';

/** Target of a link in a push, a popup or a text: content of this app (with a page of its PDF, from 1), the browser, or none. */
export type Destination = { to: 'content'; contentId: string; page: number } | { to: 'web'; url: string } | { to: 'nowhere' };

export const destinationOf = (appScheme: string, url: string | null | undefined): Destination => {
  const own = url ? readDeepLink(appScheme, url) : null;
  if (own) return { to: 'content', ...own };
  return url && isWebAddress(url) ? { to: 'web', url } : { to: 'nowhere' };
};
