/** Zip codes and dates, after whose hyphens a browser may break a line. */
const HYPHENATED = /(\d+(?:-\d+)+)/;

/** Text without line breaks inside zip codes and dates. */
export const Unbroken = ({ text }: { text: string }) =>
  text.split(HYPHENATED).map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
    <span key={at} {...(at % 2 === 1 && { translate: 'no', style: { whiteSpace: 'nowrap' } })}>
      {part}
    </span>
  ));
