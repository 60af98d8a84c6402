import type { AppPopup } from '@endcap/contract/popups';
import type { createKeptAnswers } from './kept-answer.ts';
import { pathSegment } from './path-segment.ts';
import type { Report } from './reports.ts';

const shownPath = (popupId: string): string => `/popups/${pathSegment(popupId)}/shown`;
export const popupsPath = (appVersion: string): string => `/popups?${new URLSearchParams({ appVersion })}`;

/** The report of one showing; its id makes it count once, however often it is told. */
export const showingOf = (popupId: string, showingId: string): Pick<Report, 'path' | 'body'> => ({
  path: shownPath(popupId),
  body: { showingId },
});

/** Popups that are still to be shown: showings that the server was not told of yet count as well. */
export const leftToShow = (items: readonly AppPopup[], untold: readonly Pick<Report, 'path'>[]): AppPopup[] =>
  items
    .map((popup) => ({ ...popup, remaining: popup.remaining - untold.filter(({ path }) => path === shownPath(popup._id)).length }))
    .filter(({ remaining }) => remaining > 0);

/** A showing that the server knows of counts in copies from before it as well. */
export const countInCopies =
  (answers: Pick<ReturnType<typeof createKeptAnswers>, 'revise'>) =>
  async (report: Pick<Report, 'path'>): Promise<void> => {
    if (!report.path.startsWith('/popups/')) return;
    await answers.revise(({ path, body }) =>
      path.startsWith('/popups?') ? { items: leftToShow((body as { items: AppPopup[] }).items, [report]) } : body,
    );
  };
