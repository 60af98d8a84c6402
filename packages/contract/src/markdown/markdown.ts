import { isOwnLink } from '../deep-links/index.ts';

/** What editor fields may hold: bold, italic, line breaks and links of the app's own scheme. All else is text. */
export type MarkdownNode =
  | { is: 'text'; text: string }
  | { is: 'break' }
  | { is: 'strong' | 'em'; children: MarkdownNode[] }
  | { is: 'link'; target: string; text: string };

const LINK = /\[([^[\]\n]{1,500})\]\(([^()\s]{1,500})\)/y;
const SPECIAL = /[\n*[]/g;
const MARKS = { strong: '**', em: '*' } as const;
type Mark = keyof typeof MARKS;
type Open = { mark: Mark; nodes: MarkdownNode[] };

const isBlank = (sign: string | undefined): boolean => sign === undefined || /\s/.test(sign);

const push = (nodes: MarkdownNode[], node: MarkdownNode): void => {
  const last = nodes.at(-1);
  if (node.is === 'text' && last?.is === 'text') last.text += node.text;
  else nodes.push(node);
};

/**
 * Reads a field's markdown for the app scheme that links must have. One pass, one level of each mark: the time grows with the length
 * whatever the text is (M06, M13, M14).
 */
export const readMarkdown = (source: string, appScheme: string): MarkdownNode[] => {
  const root: MarkdownNode[] = [];
  const open: Open[] = [];
  const here = (): MarkdownNode[] => open.at(-1)?.nodes ?? root;
  // A mark that nothing closes is what was typed.
  const giveUp = (): void => {
    const lost = open.pop();
    if (!lost) return;
    push(here(), { is: 'text', text: MARKS[lost.mark] });
    for (const node of lost.nodes) push(here(), node);
  };
  let at = 0;
  while (at < source.length) {
    const sign = source[at];
    if (sign === '\n') {
      push(here(), { is: 'break' });
      at += 1;
      continue;
    }
    if (sign === '*') {
      const mark: Mark = source[at + 1] === '*' ? 'strong' : 'em';
      const width = MARKS[mark].length;
      const index = open.findIndex((one) => one.mark === mark);
      if (index >= 0 && !isBlank(source[at - 1]) && (open[index]?.nodes.length ?? 0) > 0) {
        while (open.length - 1 > index) giveUp();
        const closed = open.pop();
        if (closed) push(here(), { is: mark, children: closed.nodes });
      } else if (index < 0 && !isBlank(source[at + width])) open.push({ mark, nodes: [] });
      else push(here(), { is: 'text', text: MARKS[mark] });
      at += width;
      continue;
    }
    if (sign === '[') {
      LINK.lastIndex = at;
      const [whole, text = '', target = ''] = LINK.exec(source) ?? [];
      if (whole !== undefined && isOwnLink(appScheme, target)) {
        push(here(), { is: 'link', target, text });
        at += whole.length;
        continue;
      }
    }
    SPECIAL.lastIndex = at + 1;
    const end = SPECIAL.exec(source)?.index ?? source.length;
    push(here(), { is: 'text', text: source.slice(at, end) });
    at = end;
  }
  while (open.length > 0) giveUp();
  return root;
};
