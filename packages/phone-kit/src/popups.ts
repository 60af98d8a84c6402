import type { AppPopup } from '@endcap/contract/popups';
import type { Report } from './reports.ts';

const shownPath = (popupId: string): string => `/popups/${popupId}/shown`;

/** The report of one showing; its id makes it count once, however often it is told. */
export const showingOf = (popupId: string, showingId: string): Pick<Report, 'path' | 'body'> => ({
  path: shownPath(popupId),
  body: { showingId },
});

/** Popups that are still to be shown: showings that the server was not told of yet count as well. */
export const leftToShow = (items: readonly AppPopup[], untold: readonly Report[]): AppPopup[] =>
  items
    .map((popup) => ({ ...popup, remaining: popup.remaining - untold.filter(({ path }) => path === shownPath(popup._id)).length }))
    .filter(({ remaining }) => remaining > 0);
