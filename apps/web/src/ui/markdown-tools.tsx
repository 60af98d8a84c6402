import { ActionIcon } from '@mantine/core';
import { type KeyboardEvent, memo } from 'react';
import { useMessages } from '../lib/language.tsx';
import { IconBold, IconItalic, IconLink } from './icons/screen-icons.ts';
import classes from './markdown-field.module.css';
import { markdownMessages } from './markdown.messages.ts';

const tools = [
  { name: 'bold', key: 'b', Icon: IconBold },
  { name: 'italic', key: 'i', Icon: IconItalic },
  { name: 'link', key: 'k', Icon: IconLink },
] as const;
/** The action of each tool on the selected text. */
type MarkdownActs = Record<(typeof tools)[number]['name'], () => void>;

/** Runs a tool by its shortcut, Ctrl or Cmd with a letter. */
export const actByKey =
  (acts: MarkdownActs) =>
  (event: KeyboardEvent): void => {
    const tool = tools.find(({ key }) => key === event.key.toLowerCase());
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !tool) return;
    event.preventDefault();
    acts[tool.name]();
  };

/** The tools as buttons. A press does not change the selection. */
export const MarkdownTools = memo(({ label, acts }: { label: string; acts: MarkdownActs }) => {
  const words = useMessages(markdownMessages);
  return (
    <div className={classes.tools} role="toolbar" aria-label={words.tools(label)}>
      {tools.map(({ name, key, Icon }) => (
        <ActionIcon
          key={name}
          data-hint={`${words[name]} (Ctrl+${key.toUpperCase()})`}
          variant="subtle"
          color="gray"
          aria-label={`${words[name]}: ${label}`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={acts[name]}
        >
          <Icon size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  );
});
