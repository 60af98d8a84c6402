/** Zip codes and days of the calendar: a browser may break a line after each of their hyphens. */
const HYPHENATED = /(\d+(?:-\d+)+)/;

/** A sentence whose zip codes and days stay in one piece. */
export const Unbroken = ({ text }: { text: string }) =>
  text.split(HYPHENATED).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
    <span key={at} {...(at % 2 === 1 && { translate: 'no', style: { whiteSpace: 'nowrap' } })}>
      {part}
    </span>
  ));
