import type { AppPopup } from '@endcap/contract/popups';
import type { createKeptAnswers } from './kept-answer.ts';
import { pathSegment } from './path-segment.ts';
import type { Report } from './reports.ts';

const shownPath = (popupId: string): string => `/popups/${pathSegment(popupId)}/shown`;
export const popupsPath = (appVersion: string): string => `/popups?${new URLSearchParams({ appVersion })}`;

/** Builds the report of one showing. Its id makes it count once, however often it is sent. */
export const showingOf = (popupId: string, showingId: string): Pick<Report, 'path' | 'body'> => ({
  path: shownPath(popupId),
  body: { showingId },
});

/** Returns the popups that are still to be shown. Showings that were not reported yet count as well. */
export const leftToShow = (items: readonly AppPopup[], untold: readonly Pick<Report, 'path'>[]): AppPopup[] =>
  items
    .map((popup) => ({ ...popup, remaining: popup.remaining - untold.filter(({ path }) => path === shownPath(popup._id)).length }))
    .filter(({ remaining }) => remaining > 0);

/** Counts a reported showing in the cached copies, which are older. */
export const countInCopies =
  (answers: Pick<ReturnType<typeof createKeptAnswers>, 'revise'>) =>
  async (report: Pick<Report, 'path'>): Promise<void> => {
    if (!report.path.startsWith('/popups/')) return;
    await answers.revise(({ path, body }) =>
      path.startsWith('/popups?') ? { items: leftToShow((body as { items: AppPopup[] }).items, [report]) } : body,
    );
  };
