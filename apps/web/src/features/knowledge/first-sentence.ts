const HEADING = /^#{1,6}\s+/;
const RULE = /^(?:[-*_=]\s*){3,}$/;
const TABLE_RULE = /^\|?[\s:|-]+\|[\s:|-]*$/;
const ITEM = /^(?:[-*+]|\d{1,3}[.)])\s+/;
const QUOTE = /^>\s?/;

const withoutMarks = (line: string): string =>
  line
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`([^`]+)`/g, '$1')
    .replaceAll(/(?<![\p{L}\p{N}])(\*{1,3}|_{1,3}|~~)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    // The description of an uploaded file has all lines in one.
    .replaceAll(/(?:^|\s)#{1,6}\s+/g, ' ')
    .trim();
const ofTable = (line: string): string =>
  line.startsWith('|')
    ? line
        .split('|')
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(', ')
    : line;

/** Returns the first paragraph as text, or the first heading without one. */
const firstParagraph = (source: string): string => {
  const paragraph: string[] = [];
  let heading = '';
  for (const raw of source.split('\n')) {
    const line = raw.trim();
    const isItem = ITEM.test(line);
    const begins = isItem || line.startsWith('|');
    const text = RULE.test(line) || TABLE_RULE.test(line) ? '' : withoutMarks(ofTable(line.replace(QUOTE, '').replace(ITEM, '')));
    if (HEADING.test(line)) {
      heading ||= withoutMarks(line.replace(HEADING, ''));
      if (paragraph.length > 0) break;
    } else if (text === '' || (begins && paragraph.length > 0)) {
      if (paragraph.length > 0) break;
    } else paragraph.push(text);
  }
  return paragraph.join(' ') || heading;
};

/** Returns the first sentence of a markdown description as plain text. */
export const firstSentence = (source: string): string => {
  const text = firstParagraph(source);
  const [first] = new Intl.Segmenter('pl', { granularity: 'sentence' }).segment(text);
  return (first?.segment ?? '').trim();
};
