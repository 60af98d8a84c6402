import type { RequestTo } from '@endcap/contract/api';
import type { AudienceRule } from '@endcap/contract/audience';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export type LinkCheckRequest = RequestTo<'POST /api/v1/links/check'>['body'];

/** Keyed under `content`, so that a change of any item checks the links again. */
export const links = {
  /** Checks the link of a send for its selected store or audience rule. `startsAt` null means now, `validUntil` null not known. */
  sent: (
    scope: string | null,
    rule: AudienceRule,
    url: string,
    { startsAt, validUntil }: { startsAt: string | null; validUntil: string | null },
  ) =>
    queryOptions({
      queryKey: ['content', 'sentLink', scope, rule, url, startsAt, validUntil],
      queryFn: ({ signal }) =>
        call('POST /api/v1/notification-editor/link-check', { body: { ...rule, url, startsAt, validUntil } }, { signal }),
      // Keep the previous result only for the same store.
      placeholderData: (before, query) => (query?.queryKey[2] === scope ? before : undefined),
      staleTime: 10_000,
    }),
  shown: (request: LinkCheckRequest) =>
    queryOptions({
      queryKey: ['content', 'shownLinks', request],
      queryFn: ({ signal }) => call('POST /api/v1/links/check', { body: request }, { signal }),
      enabled: request.urls.length > 0,
      placeholderData: keepPreviousData,
      staleTime: 10_000,
    }),
  /** Items that link to an item. Fetched once while its editor is open. */
  leadingTo: (contentId: string) =>
    queryOptions({
      queryKey: ['content', 'leadingTo', contentId],
      queryFn: () => call('GET /api/v1/links/:contentId', { params: { contentId } }),
      staleTime: 60_000,
    }),
};
