import type { AudienceRule } from '@endcap/contract/audience';
import { readInstant, warsawDay } from '@endcap/contract/warsaw-time';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../lib/language.tsx';
import { linkMessages } from './link.messages.ts';
import { links } from './link.queries.ts';
import { type LinkMends, LinkNotices } from './link-notices.tsx';
import { isWrong } from './link-words.ts';
import classes from './link-notices.module.css';

const MINUTE_MS = 60_000;

type SentLinkProps = Pick<LinkMends, 'onNarrow'> & {
  url: string;
  /** Audience of the send (the selected store, or the rule as last counted), and the day at whose start it ends. */
  storeId: string | null;
  rule: AudienceRule;
  validUntil: string;
  /** Start of the send; null is now. */
  startsAt: string | null;
  /** Narrows a date to the days at whose start a send may end, and ends it there. */
  mayEndOn: (day: string) => boolean;
  onEnd: (day: string) => void;
};

/** Checks that all recipients can open a send's linked item for the whole validity, and offers fixes (LINK-01, LINK-02). */
export const SentLink = ({ url, storeId, rule, validUntil, startsAt, onNarrow, mayEndOn, onEnd }: SentLinkProps) => {
  const words = useMessages(linkMessages);
  const { data } = useQuery(links.sent(storeId, rule, url, { startsAt, validUntil: readInstant(validUntil) === null ? null : validUntil }));
  const link = data?.link;
  if (!link) return null;
  const sooner = link.mends.shorten?.until ?? null;
  // An item that ends with the last minute of a day is there for the whole day.
  const endsOn = sooner === null ? null : warsawDay(new Date(Date.parse(sooner) + MINUTE_MS));
  return (
    <>
      {!isWrong(link) && (
        <p className={classes.fine} role="status" data-testid="link-check">
          {words.fine(link.name ?? '')}
        </p>
      )}
      <LinkNotices
        checks={[link]}
        is="sent"
        onNarrow={onNarrow}
        onShorten={endsOn !== null && mayEndOn(endsOn) ? () => onEnd(endsOn) : undefined}
      />
    </>
  );
};
