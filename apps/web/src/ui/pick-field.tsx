import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMessages } from '../lib/language.tsx';
import classes from './pick-field.module.css';
import type { PickState } from './pick-item.ts';
import { pickListMessages } from './pick-list.messages.ts';
import { type ComboboxOptions, useCombobox } from './use-combobox.ts';

type PickFieldProps = Pick<
  TextInputProps,
  | 'label'
  | 'aria-label'
  | 'description'
  | 'error'
  | 'placeholder'
  | 'leftSection'
  | 'rightSection'
  | 'rightSectionPointerEvents'
  | 'onPaste'
  | 'autoFocus'
> &
  Pick<ComboboxOptions, 'items' | 'chosen' | 'onPick'> &
  Partial<Pick<ComboboxOptions, 'multiple' | 'shown' | 'onTakeBack'>> & {
    state: PickState;
    onFocus?: () => void;
    nothingFound?: string | undefined;
    /** Renders the list in a portal when a parent would clip it. */
    withinPortal?: boolean;
    inputRef?: RefObject<HTMLInputElement | null>;
  };

const PickOptions = lazyPart(
  () => import('./pick-options.tsx'),
  (module) => module.PickOptions,
);

/** Combobox for thousands of items. Renders only the rows in view (TOP-16, ux 15, 28). */
export const PickField = (props: PickFieldProps) => {
  const { items, chosen, multiple = false, shown = '', onPick, onTakeBack, ...rest } = props;
  const { state, nothingFound, withinPortal = false, inputRef, onFocus, ...field } = rest;
  const words = useMessages(pickListMessages);
  const list = useCombobox({ items, chosen, multiple, shown, onPick, onTakeBack });
  const { opened, matches, current, listId, optionId } = list;

  const nothing = matches.length === 0 ? (nothingFound ?? words.nothingFound) : null;
  const message = { loading: words.loading, failed: words.failed, ready: nothing }[state];
  const renderInput = (input: ReactNode): ReactNode => (
    <div className={classes.field}>
      {input}
      {opened && (
        <PickOptions
          id={listId}
          optionId={optionId}
          label={field['aria-label'] ?? String(field.label)}
          multiple={multiple}
          matches={matches}
          chosen={chosen}
          current={current}
          message={message}
          withinPortal={withinPortal}
          onHover={list.onHover}
          onPick={list.pick}
        />
      )}
    </div>
  );
  return (
    <TextInput
      {...field}
      ref={inputRef}
      value={list.text}
      onChange={(event) => list.type(event.currentTarget.value)}
      onPointerEnter={() => void PickOptions.preload()}
      onFocus={() => {
        void PickOptions.preload();
        onFocus?.();
      }}
      onClick={(event) => {
        // Select the text, so that typing replaces the current choice.
        if (!opened && !list.isTyping) event.currentTarget.select();
        list.open();
      }}
      onBlur={list.close}
      onKeyDown={list.onKeyDown}
      // A surrounding dialog handles Escape first. This keeps it open, so that Escape closes only the list.
      data-mantine-stop-propagation={opened || undefined}
      role="combobox"
      autoComplete="off"
      aria-autocomplete="list"
      aria-expanded={opened}
      aria-controls={listId}
      {...(opened && current >= 0 && { 'aria-activedescendant': optionId(current) })}
      inputContainer={renderInput}
    />
  );
};
