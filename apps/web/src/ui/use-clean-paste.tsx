import { UnstyledButton } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { type ClipboardEvent, type ReactNode, useCallback, useState } from 'react';
import { useMessages } from '../lib/language.tsx';
import { type Cleaning, cleanPasted } from './clean-pasted.ts';
import classes from './paste-note.module.css';
import { pasteNoteMessages } from './paste-note.messages.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;
type Note = { cleaned: Cleaning[]; left: string; unchanged: string };

/** Replaces the selection, through the browser's editing commands if possible, so that Ctrl+Z undoes it. */
const typeInto = (field: Field, text: string): void => {
  // oxlint-disable-next-line typescript/no-deprecated -- the only way that keeps the field's undo
  if (document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
};

type CleanPaste = { value: string; onText: (text: string) => void; lines: 'one' | 'many' | null };

/** Cleans text pasted from Word, Excel or Google Sheets. A note below the field offers the unchanged text (E-6H). */
export const useCleanPaste = ({ value, onText, lines }: CleanPaste) => {
  const words = useMessages(pasteNoteMessages);
  const [note, setNote] = useState<Note | null>(null);
  // The note belongs to the value after the paste; any other change of the field removes it.
  const shown = note && note.left === value ? note : null;
  if (note && !shown) setNote(null);
  const onPaste = useCallbackRef((event: ClipboardEvent<Field>): void => {
    if (lines === null || event.defaultPrevented) return;
    const pasted = event.clipboardData.getData('text');
    const { text, cleaned } = cleanPasted(pasted, lines);
    if (cleaned.length === 0) return;
    event.preventDefault();
    const field = event.currentTarget;
    const [start, end] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
    // A field of one line cannot contain line breaks.
    const raw = lines === 'one' ? pasted.replace(/[\r\n]+/g, ' ') : pasted;
    const unchanged = `${field.value.slice(0, start)}${raw}${field.value.slice(end)}`;
    typeInto(field, text);
    onText(field.value);
    // A cell copied from Excel ends with a line break. Removing only that shows no note.
    if (text !== pasted.trim()) setNote({ cleaned, left: field.value, unchanged });
  });
  const undo = useCallbackRef((): void => {
    if (note) onText(note.unchanged);
  });
  const inputContainer = useCallback(
    (input: ReactNode) => (
      <>
        {input}
        {shown && (
          <div className={classes.note} role="status">
            <span>{words.cleaned(shown.cleaned.map((what) => words.what[what]).join(', '))}</span>{' '}
            {shown.unchanged !== shown.left && (
              <UnstyledButton className={classes.undo ?? ''} onClick={undo}>
                {words.undo}
              </UnstyledButton>
            )}
          </div>
        )}
      </>
    ),
    [shown, words, undo],
  );
  return { onPaste, inputContainer };
};
