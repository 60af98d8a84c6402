import { isWebAddress } from '@endcap/contract/deep-links';
import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import classes from './assistant.module.css';
import { isReadable } from './is-readable.ts';

/** Only addresses of the web; anything else is no link. */
const webAddress = (url: string): string => (isWebAddress(url) ? url : '');

const WebLink = ({ href, children }: { href?: string | undefined; children?: ReactNode }) =>
  href ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      <bdi>{children}</bdi>
    </a>
  ) : (
    <span>{children}</span>
  );
/** A heading of a message is none of the page. */
const Shout = ({ children }: { children?: ReactNode }) => <p className={classes.shout}>{children}</p>;

const components: Components = { a: WebLink, h1: Shout, h2: Shout, h3: Shout, h4: Shout, h5: Shout, h6: Shout };
const Span = ({ children }: { children?: ReactNode }) => (
  <>
    <span>{children}</span>{' '}
  </>
);
/** Within a link there is no other, and nothing but words. */
const inLink: Components = Object.fromEntries(
  ['a', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'pre', 'blockquote', 'hr'].map((name) => [name, Span]),
);
const disallowed = ['img'];

type MarkupNode = { type: string; value?: string; tagName?: string; properties?: object; children?: MarkupNode[] };
/** Puts each text, also HTML that is shown as text, into an element of its own where it stands beside something else (decision 149). */
const wrapTexts = () => (tree: object) => {
  const wrap = (node: MarkupNode): void => {
    const children = node.children ?? [];
    children.forEach(wrap);
    if (children.length > 1)
      node.children = children.map((child) =>
        'value' in child && child.value?.trim()
          ? { type: 'element', tagName: 'span', properties: {}, children: [{ ...child, type: 'text' }] }
          : child,
      );
  };
  wrap(tree as MarkupNode);
};
const plugins = [wrapTexts];

/** What customers and the assistant write: full CommonMark without HTML and images, links in a tab of their own (MD-07). */
export const FullMarkdown = ({ source, isInLink = false }: { source: string; isInLink?: boolean }) => {
  const Box = isInLink ? 'span' : 'div';
  return (
    <Box className={classes.markdown}>
      {isReadable(source) ? (
        <ReactMarkdown
          rehypePlugins={plugins}
          disallowedElements={disallowed}
          urlTransform={webAddress}
          components={isInLink ? inLink : components}
        >
          {source}
        </ReactMarkdown>
      ) : (
        <Box className={classes.asTyped}>{source}</Box>
      )}
    </Box>
  );
};
