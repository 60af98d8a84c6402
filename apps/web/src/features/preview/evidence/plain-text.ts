import { type MarkdownNode, readMarkdown } from '@endcap/contract/markdown';
import { config } from '../../../config.ts';

const textOf = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => ('children' in node ? textOf(node.children) : node.is === 'break' ? ' ' : node.text)).join('');

/** Returns the plain text of a markdown field, on one line. */
export const plainText = (source: string): string => textOf(readMarkdown(source, config.appScheme));
