import { isWebAddress } from '@endcap/contract/deep-links';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { type ReactNode, useMemo } from 'react';
import classes from './assistant.module.css';
import { isReadable } from './is-readable.ts';

type MarkdownNode = ReturnType<typeof fromMarkdown>['children'][number];
type Context = {
  /** True inside a link: it contains text only, and no other link. */
  isInLink: boolean;
  /** The address of each reference. */
  definitions: ReadonlyMap<string, string>;
  /** In a list without empty lines, paragraphs have no space between them. */
  isTight?: boolean;
};

const WebLink = ({ url, children }: { url: string; children: ReactNode }) => {
  const address = url.replaceAll(' ', '%20');
  // Only web addresses become links.
  return isWebAddress(address) ? (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow" title={address}>
      <bdi>{children}</bdi>
    </a>
  ) : (
    <span>{children}</span>
  );
};

const Words = ({ children }: { children?: ReactNode }) => (
  <>
    <span>{children}</span>{' '}
  </>
);

/** Collects the definitions of references. The first one of a name applies, at any position in the text. */
const definitionsIn = (nodes: readonly MarkdownNode[], definitions = new Map<string, string>()): Map<string, string> => {
  for (const node of nodes) {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node.url);
    if ('children' in node) definitionsIn(node.children, definitions);
  }
  return definitions;
};

const isSpread = (node: MarkdownNode): boolean => 'spread' in node && node.spread === true;

/** Draws one node. HTML is shown as text, headings are bold paragraphs, and images are left out. */
const Element = ({ node, context }: { node: MarkdownNode; context: Context }): ReactNode => {
  const { isInLink, definitions, isTight } = context;
  const inner = (within = context) => 'children' in node && <Elements nodes={node.children} context={within} />;
  const block = (Tag: 'p' | 'ul' | 'li' | 'pre' | 'blockquote', content: ReactNode) =>
    isInLink ? <Words>{content}</Words> : <Tag>{content}</Tag>;
  switch (node.type) {
    case 'text':
    case 'html':
      // In an element of its own: a browser that translates a page replaces the text (decision 149).
      return <span>{node.value}</span>;
    case 'strong':
      return <strong>{inner()}</strong>;
    case 'emphasis':
      return <em>{inner()}</em>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'break':
      return (
        <>
          <br />{' '}
        </>
      );
    case 'link':
      return isInLink ? <Words>{inner()}</Words> : <WebLink url={node.url}>{inner()}</WebLink>;
    case 'linkReference':
      return isInLink ? <Words>{inner()}</Words> : <WebLink url={definitions.get(node.identifier) ?? ''}>{inner()}</WebLink>;
    case 'paragraph':
      return isTight ? <Words>{inner()}</Words> : block('p', inner());
    case 'heading':
      return isInLink ? <Words>{inner()}</Words> : <p className={classes.shout}>{inner()}</p>;
    case 'list': {
      const items = inner({ ...context, isTight: !isSpread(node) && !node.children.some(isSpread) });
      return node.ordered && !isInLink ? <ol start={node.start ?? 1}>{items}</ol> : block('ul', items);
    }
    case 'listItem':
      return block('li', inner());
    case 'blockquote':
      return block('blockquote', inner({ ...context, isTight: false }));
    case 'code':
      return block('pre', <code>{node.value}</code>);
    case 'thematicBreak':
      return isInLink ? <Words /> : <hr />;
    default:
      return null;
  }
};

const Elements = ({ nodes, context }: { nodes: readonly MarkdownNode[]; context: Context }) =>
  nodes.map((node, at) => {
    // The whole text is parsed again when it changes, so a position is a stable key.
    const key = `${at}-${node.type}`;
    return <Element key={key} node={node} context={context} />;
  });

const CommonMark = ({ source, isInLink }: { source: string; isInLink: boolean }) => {
  const nodes = useMemo(() => fromMarkdown(source).children, [source]);
  return <Elements nodes={nodes} context={{ isInLink, definitions: definitionsIn(nodes) }} />;
};

/** Messages of customers and the assistant: full CommonMark without HTML and images. Links open in a new tab (MD-07). */
export const FullMarkdown = ({ source, isInLink = false }: { source: string; isInLink?: boolean }) => {
  const Box = isInLink ? 'span' : 'div';
  return (
    <Box className={classes.markdown}>
      {isReadable(source) ? <CommonMark source={source} isInLink={isInLink} /> : <Box className={classes.asTyped}>{source}</Box>}
    </Box>
  );
};
