import { ID_PATTERN } from '../core/id-pattern.ts';

/** A-44: app scheme plus content id, `#page` only when the page differs from 1. */
export const deepLink = (appScheme: string, contentId: string, page = 1): string =>
  `${appScheme}${encodeURIComponent(contentId)}${page === 1 ? '' : `#${page}`}`;

/** Link that a test phone scans (PLAN-07). No content has such an id, so older apps open nothing. */
export const testerLink = (appScheme: string, inviteCode: string): string => `${appScheme}tester/${inviteCode}`;
/** Returns the code in such a link; any other text is returned unchanged, as a code typed by hand. */
export const readTesterCode = (appScheme: string, scanned: string): string => {
  const link = testerLink(appScheme, '');
  return scanned.startsWith(link) ? scanned.slice(link.length) : scanned;
};

/** The content id and page of a deep link, `null` for anything else. */
export const readDeepLink = (appScheme: string, url: string): { contentId: string; page: number } | null => {
  if (!url.startsWith(appScheme)) return null;
  const [contentId = '', page = '1'] = url.slice(appScheme.length).split('#');
  return ID_PATTERN.test(contentId) && /^[1-9]\d{0,8}$/.test(page) ? { contentId, page: Number(page) } : null;
};

/** An http(s) address with a host and without user info, as a browser would open it and a person would read it. */
export const isWebAddress = (url: string): boolean => {
  if (!/^https?:\/\//i.test(url) || /[\s\\]/.test(url)) return false;
  const parsed = URL.parse(url);
  return parsed !== null && parsed.hostname.length > 0 && parsed.username === '' && parsed.password === '';
};

/** Tells if a URL may be sent to phones: an http(s) address or a link of the app's own scheme (A-44). */
export const isTarget = (appScheme: string, url: string): boolean =>
  url.startsWith(appScheme) ? readDeepLink(appScheme, url) !== null : isWebAddress(url);

/** Returns whether a text is a link of the app's own scheme, with a well-formed id and a page from 1. */
export const isOwnLink = (appScheme: string, url: string): boolean => url.startsWith(appScheme) && readDeepLink(appScheme, url) !== null;
