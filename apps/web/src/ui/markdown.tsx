import { isBeyondMarkdown, MARKDOWN_MAX_LENGTH, type MarkdownNode, readMarkdown } from '@endcap/contract/markdown';
import { createContext, use, useDeferredValue, useMemo } from 'react';
import { config } from '../config.ts';
import { useFormat, useMessages } from '../lib/language.tsx';
import { markdownMessages } from './markdown.messages.ts';
import classes from './markdown.module.css';

/** Click handler for links into the app. Null where the preview is not interactive. */
export const FollowLink = createContext<((target: string) => void) | null>(null);

const AppLink = ({ target, text }: { target: string; text: string }) => {
  const follow = use(FollowLink);
  return follow ? (
    <button type="button" className={classes.follow} onClick={() => follow(target)}>
      <bdi>{text}</bdi>
    </button>
  ) : (
    // Such a link opens in the app only. Its target is the tooltip.
    <span role="link" aria-disabled className={classes.link} title={target}>
      <bdi>{text}</bdi>
    </span>
  );
};

const Nodes = ({ nodes }: { nodes: readonly MarkdownNode[] }) =>
  nodes.map((node, at) => {
    // The whole text is parsed again when it changes, so a position is a stable key.
    const key = `${at}-${node.is}`;
    if (node.is === 'text') return <span key={key}>{node.text}</span>;
    if (node.is === 'break') return <br key={key} />;
    if ('children' in node) {
      const Mark = node.is;
      return (
        <Mark key={key}>
          <Nodes nodes={node.children} />
        </Mark>
      );
    }
    return <AppLink key={key} target={node.target} text={node.text} />;
  });

/** A field's markdown as the app renders it: bold, italic, line breaks, links of the app's own scheme. */
export const Markdown = ({ source }: { source: string }) => {
  const words = useMessages(markdownMessages);
  const format = useFormat();
  // Deferred, so that a keystroke is rendered before its preview.
  const shown = useDeferredValue(source);
  const nodes = useMemo(() => (isBeyondMarkdown(shown) ? null : readMarkdown(shown, config.appScheme)), [shown]);
  return nodes ? <Nodes nodes={nodes} /> : <em>{words.beyondPreview(format.number(MARKDOWN_MAX_LENGTH))}</em>;
};
