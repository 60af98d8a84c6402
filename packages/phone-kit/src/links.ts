import { isWebAddress, readDeepLink } from '@endcap/contract/deep-links';

/** Where a link of a push, a popup or a text leads: content of this app (a page of its PDF from 1), the browser, or nowhere. */
export type Destination = { to: 'content'; contentId: string; page: number } | { to: 'web'; url: string } | { to: 'nowhere' };

export const destinationOf = (appScheme: string, url: string | null | undefined): Destination => {
  const own = url ? readDeepLink(appScheme, url) : null;
  if (own) return { to: 'content', ...own };
  return url && isWebAddress(url) ? { to: 'web', url } : { to: 'nowhere' };
};
