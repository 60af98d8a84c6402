/** Viewer that content is requested for, as the app reports it. At most 500 segments, without commas, of 8,000 characters together. */
export type AppViewer = { appVersion: string; storeId?: string | null; segments?: readonly string[] };

/** The viewer as the query of the feed and of an item. */
export const viewerQuery = ({ appVersion, storeId, segments = [] }: AppViewer): URLSearchParams => {
  const query = new URLSearchParams({ appVersion });
  if (storeId) query.set('storeId', storeId);
  // In one order, so that one audience is one question and one copy.
  if (segments.length > 0) query.set('segments', segments.toSorted().join(','));
  return query;
};
