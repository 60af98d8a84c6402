import type { AudienceRule } from '@endcap/contract/audience';
import type { LinkCheck } from '@endcap/contract/links';
import { readInstant } from '@endcap/contract/warsaw-time';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../lib/language.tsx';
import { linkMessages } from './link.messages.ts';
import { links } from './link.queries.ts';
import { isWrong, useLinkWords } from './link-words.ts';

type ReviewedLinkProps = { url: string; storeId: string | null; rule: AudienceRule; validUntil: string; startsAt: string | null };

/** Returns the same link check as the form's own line. They share a query key, so it is requested once. */
const useCheck = ({ url, storeId, rule, validUntil, startsAt }: ReviewedLinkProps): LinkCheck | null =>
  useQuery(links.sent(storeId, rule, url, { startsAt, validUntil: readInstant(validUntil) === null ? null : validUntil })).data?.link ??
  null;

/** Name of the target of a send's link. */
export const ReviewedLink = (props: ReviewedLinkProps) => {
  const { opens } = useMessages(linkMessages);
  const check = useCheck(props);
  return <span>{check?.name ? opens(check.name) : props.url}</span>;
};

/** Warning about customers who cannot open the link, and when (LINK-01). Empty if the link has no problem. */
export const ReviewedLinkFault = (props: ReviewedLinkProps) => {
  const { fault } = useMessages(linkMessages);
  const wordsOf = useLinkWords('sent');
  const check = useCheck(props);
  return (
    <p role="status" data-testid="reviewed-link">
      {check && isWrong(check) && fault(check.name ?? check.url, wordsOf(check).join(' '))}
    </p>
  );
};
