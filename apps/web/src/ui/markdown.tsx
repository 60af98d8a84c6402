import { type MarkdownNode, readMarkdown } from '@endcap/contract/markdown';
import { config } from '../config.ts';

const Nodes = ({ nodes }: { nodes: readonly MarkdownNode[] }) =>
  nodes.map((node, at) => {
    // A text is read anew as a whole: its parts have no identity of their own.
    const key = `${at}-${node.is}`;
    if (node.is === 'text') return node.text;
    if (node.is === 'break') return <br key={key} />;
    if ('children' in node) {
      const Mark = node.is;
      return (
        <Mark key={key}>
          <Nodes nodes={node.children} />
        </Mark>
      );
    }
    // Opens in the app only; here it is shown with where it leads.
    return (
      <u key={key} title={node.target}>
        <bdi>{node.text}</bdi>
      </u>
    );
  });

/** A field's markdown as the app renders it: bold, italic, line breaks, links of the app's own scheme. */
export const Markdown = ({ source }: { source: string }) => <Nodes nodes={readMarkdown(source, config.appScheme)} />;
