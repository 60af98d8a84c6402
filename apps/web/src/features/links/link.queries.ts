import type { RequestTo } from '@endcap/contract/api';
import type { AudienceRule } from '@endcap/contract/audience';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export type AskedLinks = RequestTo<'POST /api/v1/links/check'>['body'];

/** Under `content`: whatever changes an item has its links checked again. */
export const links = {
  /** Of a send: to whom it goes, the selected store or the rule, from when (null: now) and until when; null: nobody has said. */
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
      // Never that of another store.
      placeholderData: (before, query) => (query?.queryKey[2] === scope ? before : undefined),
      staleTime: 10_000,
    }),
  shown: (asked: AskedLinks) =>
    queryOptions({
      queryKey: ['content', 'shownLinks', asked],
      queryFn: ({ signal }) => call('POST /api/v1/links/check', { body: asked }, { signal }),
      enabled: asked.urls.length > 0,
      placeholderData: keepPreviousData,
      staleTime: 10_000,
    }),
  /** What leads to an item; asked once while its editor is open. */
  leadingTo: (contentId: string) =>
    queryOptions({
      queryKey: ['content', 'leadingTo', contentId],
      queryFn: () => call('GET /api/v1/links/:contentId', { params: { contentId } }),
      staleTime: 60_000,
    }),
};
