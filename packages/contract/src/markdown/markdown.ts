import { isOwnLink } from '../deep-links/index.ts';
import { joinRuns, type Mark, type Run, runOf, type Work } from './emphasis.ts';
import { MARKDOWN_MAX_LENGTH } from './markdown-text.ts';

/** Syntax tree of editor fields: bold, italic, line breaks and links of the app's own scheme. All else is text. */
export type MarkdownNode =
  | { is: 'text'; text: string }
  | { is: 'break' }
  | { is: Mark; children: MarkdownNode[] }
  | { is: 'link'; target: string; text: string };

const LINK = /\[([^[\]\n]{1,500})\]\(([^()\s]{1,500})\)/y;
const PIECE = /\n|\*+|_+|\[|[^\n*_[]+/g;

type Piece = Run | Exclude<MarkdownNode, { children: unknown }>;

const piecesOf = (source: string, appScheme: string, work: Work): Piece[] => {
  const pieces: Piece[] = [];
  PIECE.lastIndex = 0;
  for (let found = PIECE.exec(source); found; found = PIECE.exec(source)) {
    const [text] = found;
    const { index } = found;
    work.steps += 1;
    LINK.lastIndex = index;
    const [whole, label = '', target = ''] = (text === '[' && LINK.exec(source)) || [];
    if (whole !== undefined && isOwnLink(appScheme, target)) {
      pieces.push({ is: 'link', target, text: label });
      PIECE.lastIndex = index + whole.length;
    } else if (text === '\n') pieces.push({ is: 'break' });
    else if (/^[*_]/.test(text)) pieces.push(runOf(text, source.charAt(index - 1), source.charAt(index + text.length)));
    else pieces.push({ is: 'text', text });
  }
  return pieces;
};

const push = (nodes: MarkdownNode[], node: MarkdownNode): void => {
  const last = nodes.at(-1);
  if (node.is === 'text' && last?.is === 'text') last.text += node.text;
  else nodes.push(node);
};

/** Parses Markdown of any length. `work` counts the steps. */
export const parseMarkdown = (source: string, appScheme: string, work: Work = { steps: 0 }): MarkdownNode[] => {
  const pieces = piecesOf(source, appScheme, work);
  joinRuns(
    pieces.filter((piece) => 'sign' in piece),
    work,
  );
  const root: MarkdownNode[] = [];
  const lists = [root];
  const here = (): MarkdownNode[] => lists.at(-1) ?? root;
  for (const piece of pieces) {
    if ('is' in piece) {
      push(here(), piece);
      continue;
    }
    for (const _ of piece.closes) lists.pop();
    if (piece.left > 0) push(here(), { is: 'text', text: piece.sign.repeat(piece.left) });
    for (const mark of piece.opens.toReversed()) {
      const children: MarkdownNode[] = [];
      push(here(), { is: mark, children });
      lists.push(children);
    }
  }
  return root;
};

/** Returns whether a text is too long to be stored. Such a text is shown unparsed. */
export const isBeyondMarkdown = (source: string): boolean => source.length > MARKDOWN_MAX_LENGTH;

/** Parses a field's Markdown. Links must have the app scheme. A text too long to be stored is not parsed (M06, M13..M15). */
export const readMarkdown = (source: string, appScheme: string): MarkdownNode[] =>
  isBeyondMarkdown(source) ? [{ is: 'text', text: source }] : parseMarkdown(source, appScheme);
