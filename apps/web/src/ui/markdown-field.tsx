import { ActionIcon, Textarea, Tooltip } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useFormat, useMessages } from '../lib/language.tsx';
import { IconBold, IconItalic, IconLink } from './icons/screen-icons.ts';
import { Markdown } from './markdown.tsx';
import classes from './markdown-field.module.css';
import { markdownMessages } from './markdown.messages.ts';

export type InsertLink = (link: { text: string; target: string }) => void;
type MarkdownFieldProps = {
  label: string;
  value: string;
  onChange: (source: string) => void;
  error?: string | undefined;
  required?: boolean;
  /** UTF-16 units that fit; a longer paste is refused before it is painted (M15). */
  maxLength: number;
  /** The dialog that chooses what a link opens. */
  renderLinkDialog: (dialog: { selected: string; onInsert: InsertLink; onClose: () => void }) => ReactNode;
};

/** A text with bold, italic and links into the app, by buttons or keys, beside what the app makes of it (MD-01..03, CONT-DESC-06). */
export const MarkdownField = ({ label, value, onChange, error, required = false, maxLength, renderLinkDialog }: MarkdownFieldProps) => {
  const words = useMessages(markdownMessages);
  const format = useFormat();
  const [refused, setRefused] = useState<string | null>(null);
  const [area, setArea] = useState<HTMLTextAreaElement | null>(null);
  const [linking, setLinking] = useState<string | null>(null);

  /** Replaces the selection, through the browser's own editing, so that undo takes it back. */
  const replace = (make: (selected: string) => { text: string; select: [number, number] }): void => {
    if (!area) return;
    area.focus();
    const { selectionStart, selectionEnd } = area;
    const { text, select } = make(area.value.slice(selectionStart, selectionEnd));
    // oxlint-disable-next-line typescript/no-deprecated -- the only way that keeps the field's undo
    document.execCommand('insertText', false, text);
    area.setSelectionRange(selectionStart + select[0], selectionStart + select[1]);
  };
  const wrap = (mark: string): void =>
    replace((selected) => ({ text: `${mark}${selected}${mark}`, select: [mark.length, mark.length + selected.length] }));
  const openLink = (): void => {
    const { value: all = '', selectionStart = 0, selectionEnd = 0 } = area ?? {};
    setLinking(all.slice(selectionStart, selectionEnd));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = { b: () => wrap('**'), i: () => wrap('*'), k: openLink }[event.key.toLowerCase()];
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !act) return;
    event.preventDefault();
    act();
  };
  const tools = [
    { name: words.bold, keys: 'Ctrl+B', act: () => wrap('**'), Icon: IconBold },
    { name: words.italic, keys: 'Ctrl+I', act: () => wrap('*'), Icon: IconItalic },
    { name: words.link, keys: 'Ctrl+K', act: openLink, Icon: IconLink },
  ];
  return (
    <div className={classes.field}>
      <div className={classes.editor}>
        <div className={classes.tools} role="toolbar" aria-label={words.tools(label)}>
          {tools.map(({ name, keys, act, Icon }) => (
            <Tooltip key={name} label={`${name} (${keys})`}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${name}: ${label}`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={act}
              >
                <Icon size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </Tooltip>
          ))}
        </div>
        <Textarea
          ref={setArea}
          label={label}
          required={required}
          autosize
          minRows={3}
          maxRows={12}
          value={value}
          onChange={(event) => {
            setRefused(null);
            onChange(event.currentTarget.value);
          }}
          onPaste={(event) => {
            const { length } = event.clipboardData.getData('text');
            const { selectionStart, selectionEnd } = event.currentTarget;
            const room = maxLength - value.length + (selectionEnd - selectionStart);
            if (length <= room) return;
            event.preventDefault();
            setRefused(words.pastedTooLong(format.number(length), format.number(Math.max(0, room))));
          }}
          onKeyDown={onKeyDown}
          error={refused ?? error}
        />
      </div>
      <output className={classes.preview} aria-label={words.preview(label)}>
        <Markdown source={value} />
      </output>
      {linking !== null &&
        renderLinkDialog({
          selected: linking,
          onClose: () => setLinking(null),
          onInsert: ({ text, target }) => {
            setLinking(null);
            // After the dialog has given the focus back.
            setTimeout(() => {
              const link = `[${text.replace(/[[\]]/g, '')}](${target})`;
              replace(() => ({ text: link, select: [link.length, link.length] }));
            });
          },
        })}
    </div>
  );
};
