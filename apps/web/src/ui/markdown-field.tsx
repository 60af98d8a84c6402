import { type ClipboardEvent, type ReactNode, useMemo, useState } from 'react';
import { useFormat, useMessages } from '../lib/language.tsx';
import { Markdown } from './markdown.tsx';
import classes from './markdown-field.module.css';
import { markdownMessages } from './markdown.messages.ts';
import { actByKey, MarkdownTools } from './markdown-tools.tsx';
import { TextArea } from './text-area.tsx';

export type InsertLink = (link: { text: string; target: string }) => void;
type MarkdownFieldProps = {
  label: string;
  value: string;
  onChange: (source: string) => void;
  error?: string | undefined;
  required?: boolean;
  /** Maximum length in UTF-16 units. A longer paste is rejected before it is rendered (M15). */
  maxLength: number;
  /** True if a phone beside the form shows the text. The field's own preview then appears only where the phone has no room. */
  besidePhone?: boolean;
  /** The dialog that chooses what a link opens. */
  renderLinkDialog: (dialog: { selected: string; onInsert: InsertLink; onClose: () => void }) => ReactNode;
};

type Replacement = { text: string; select: [number, number] };
const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string => value.slice(selectionStart, selectionEnd);
/** Replaces the selection through the browser's editing commands, so that it can be undone. */
const replaceIn = (area: HTMLTextAreaElement | null, make: (selected: string) => Replacement): void => {
  if (!area) return;
  area.focus();
  const { selectionStart } = area;
  const { text, select } = make(selectedIn(area));
  // oxlint-disable-next-line typescript/no-deprecated -- the only way that keeps the field's undo
  document.execCommand('insertText', false, text);
  area.setSelectionRange(selectionStart + select[0], selectionStart + select[1]);
};
const wrapIn = (area: HTMLTextAreaElement | null, mark: string): void =>
  replaceIn(area, (selected) => ({ text: `${mark}${selected}${mark}`, select: [mark.length, mark.length + selected.length] }));

/** Editor for text with bold, italic and app links, by buttons or keys, with a preview (MD-01..03, CONT-DESC-06). */
export const MarkdownField = (props: MarkdownFieldProps) => {
  const { label, value, onChange, error, required = false, maxLength, besidePhone = false, renderLinkDialog } = props;
  const words = useMessages(markdownMessages);
  const format = useFormat();
  const [refused, setRefused] = useState<string | null>(null);
  const [area, setArea] = useState<HTMLTextAreaElement | null>(null);
  const [linking, setLinking] = useState<string | null>(null);

  const acts = useMemo(
    () => ({
      bold: () => wrapIn(area, '**'),
      italic: () => wrapIn(area, '*'),
      link: () => setLinking(area ? selectedIn(area) : ''),
    }),
    [area],
  );
  const refuseTooLong = (event: ClipboardEvent<HTMLTextAreaElement>): void => {
    const { length } = event.clipboardData.getData('text');
    const room = maxLength - event.currentTarget.value.length + selectedIn(event.currentTarget).length;
    if (length <= room) return;
    event.preventDefault();
    setRefused(words.pastedTooLong(format.number(length), format.number(Math.max(0, room))));
  };
  const insertLink: InsertLink = ({ text, target }) => {
    setLinking(null);
    const link = `[${text.replace(/[[\]]/g, '')}](${target})`;
    // After the dialog has returned the focus.
    setTimeout(() => replaceIn(area, () => ({ text: link, select: [link.length, link.length] })));
  };
  return (
    <div className={classes.field} data-beside-phone={besidePhone || undefined}>
      <div className={classes.editor}>
        <MarkdownTools label={label} acts={acts} />
        <TextArea
          ref={setArea}
          label={label}
          required={required}
          prose
          minRows={3}
          maxRows={12}
          value={value}
          onText={(text) => {
            setRefused(null);
            onChange(text);
          }}
          onPaste={refuseTooLong}
          onKeyDown={actByKey(acts)}
          error={refused ?? error}
        />
      </div>
      {value !== '' && (
        <output className={classes.preview} aria-label={words.preview(label)}>
          <Markdown source={value} />
        </output>
      )}
      {linking !== null && renderLinkDialog({ selected: linking, onClose: () => setLinking(null), onInsert: insertLink })}
    </div>
  );
};
