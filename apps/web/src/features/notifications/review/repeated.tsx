import type { AudienceRule } from '@endcap/contract/audience';
import { cleanText } from '@endcap/contract/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormStore, useFields } from '../../../form/form-store.ts';
import { call } from '../../../lib/api.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { paths } from '../../../lib/paths.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { LinkAnchor } from '../../../ui/link-anchor.tsx';
import type { SendForm } from '../send/send-form.ts';
import { reviewMessages } from './review.messages.ts';

const KNOWN_FOR_MS = 30_000;
type Text = { title: string; content: string };

const repeatedOf = (storeId: string | null, rule: AudienceRule, text: Text) =>
  queryOptions({
    queryKey: ['notifications', 'repeated', storeId, rule, text],
    queryFn: ({ signal }) => call('POST /api/v1/notification-editor/repeated', { body: { ...rule, ...text } }, { signal }),
    enabled: cleanText(text.title) !== '' && cleanText(text.content) !== '',
    staleTime: KNOWN_FOR_MS,
    // Retry only once: the warning is optional and blocks nothing.
    retry: 1,
  });

type RepeatedProps = { form: Pick<FormStore<SendForm>, 'fields'>; storeId: string | null; rule: AudienceRule };

/** Warns that part of the audience got the same text within 30 days, with a link to that send. Empty otherwise. */
export const Repeated = ({ form, storeId, rule }: RepeatedProps) => {
  const words = useMessages(reviewMessages);
  const format = useFormat();
  const text = useFields(form, ['title', 'content']);
  const { data } = useQuery(repeatedOf(storeId, rule, useSettled(text)));
  const earlier = data?.earlier;
  return (
    <p role="status" data-testid="repeated">
      {earlier && <span>{words.repeated(format.ago(earlier.sentAt))}</span>}
      {earlier?._id && (
        <>
          {' '}
          <LinkAnchor to={paths.notificationDetails} params={{ notificationId: earlier._id }} target="_blank">
            {words.see}
          </LinkAnchor>
        </>
      )}
    </p>
  );
};
