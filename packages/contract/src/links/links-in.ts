import { readDeepLink } from '../deep-links/index.ts';
import { type MarkdownNode, readMarkdown } from '../markdown/index.ts';

const targetsOf = (nodes: readonly MarkdownNode[]): string[] =>
  nodes.flatMap((node) => (node.is === 'link' ? [node.target] : 'children' in node ? targetsOf(node.children) : []));

/** Targets of the links to content in markdown that customers see, and of addresses that they follow; each once. */
export const linksIn = (appScheme: string, { texts, urls }: { texts: readonly string[]; urls: readonly string[] }): string[] => {
  const all = [
    ...urls.map((url) => url.trim()),
    ...texts.filter((text) => text.includes(appScheme)).flatMap((text) => targetsOf(readMarkdown(text, appScheme))),
  ];
  return [...new Set(all.filter((url) => readDeepLink(appScheme, url) !== null))];
};
