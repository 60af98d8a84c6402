import { useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactElement, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useValues } from '../../../form/form-store.ts';
import { useMessages } from '../../../lib/language.tsx';
import { contentMessages } from '../content.messages.ts';
import { TypeIcon } from '../type-icons.tsx';
import classes from './content-editor.module.css';
import { type ContentEditor, emptyContentForm, typeOf } from './content-form.ts';

/** Folds the tiles of the types to one line once a type is chosen. An item that exists, a copy and a link that names a type begin folded. */
export const FoldingType = ({ editor, wrong, children }: { editor: ContentEditor; wrong: boolean; children: ReactElement }) => {
  const words = useMessages(contentMessages);
  const type = useValues(editor, typeOf);
  const search = useSearch({ strict: false });
  const [isOpen, setOpen] = useState(
    () =>
      editor.base.get().entity === null && search.type === undefined && search.copy === undefined && type === typeOf(emptyContentForm()),
  );
  const box = useRef<HTMLDivElement>(null);
  const nameId = useId();
  // Browsers dispatch a click after an arrow key. It moves the choice and must not fold the tiles.
  const isArrow = useRef(false);
  const fold = (isFolded: boolean): void => {
    flushSync(() => setOpen(!isFolded));
    box.current?.querySelector<HTMLElement>(isFolded ? 'button' : ':checked')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    isArrow.current = event.key.startsWith('Arrow');
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter would save the form.
    event.preventDefault();
    fold(true);
  };
  const onClick = ({ target }: { target: EventTarget }): void => {
    if (target instanceof HTMLInputElement && !isArrow.current) fold(true);
    isArrow.current = false;
  };
  return (
    <div ref={box}>
      {isOpen || wrong ? (
        <div onKeyDown={onKeyDown} onClick={onClick}>
          {children}
        </div>
      ) : (
        <div role="group" aria-label={words.fields.contentType} className={classes.chosenType}>
          <TypeIcon type={type} size={20} stroke={1.75} aria-hidden />
          <strong id={nameId}>{words.types[type]}</strong>
          <button
            type="button"
            aria-label={`${words.changeType}: ${words.fields.contentType}`}
            aria-describedby={nameId}
            aria-expanded={false}
            onClick={() => fold(false)}
          >
            {words.changeType}
          </button>
        </div>
      )}
    </div>
  );
};
