import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useMemo, useState } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { useMessages } from '../lib/language.tsx';
import classes from './pick-field.module.css';
import { foundItems, type PickItem, type PickState } from './pick-item.ts';
import { pickListMessages } from './pick-list.messages.ts';

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
> & {
  items: readonly PickItem[];
  state: PickState;
  chosen: ReadonlySet<string>;
  /** Stays open after a choice, for the next. */
  multiple?: boolean;
  /** What stands in the field while nothing is typed. */
  shown?: string;
  onPick: (item: PickItem) => void;
  /** Backspace in the empty field. */
  onTakeBack?: () => void;
  onFocus?: () => void;
  nothingFound?: string | undefined;
  /** Where a parent would cut the list off. */
  withinPortal?: boolean;
  inputRef?: RefObject<HTMLInputElement | null>;
};

const PAGE_ROWS = 6;

const PickOptions = lazyPart(() => import('./pick-options.tsx').then((module) => module.PickOptions));

/** A field that offers all of thousands by typing and arrow keys; only the rows in view are painted (TOP-16, ux 15, 28). */
export const PickField = (props: PickFieldProps) => {
  const {
    items,
    state,
    chosen,
    multiple = false,
    shown = '',
    onPick,
    onTakeBack,
    nothingFound,
    withinPortal = false,
    inputRef,
    onFocus,
    ...field
  } = props;
  const words = useMessages(pickListMessages);
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);

  // Not deferred: Enter takes the first of what the typed text finds, not of what an earlier letter found.
  const found = useMemo(() => foundItems(items, typed ?? ''), [items, typed]);
  const current = Math.min(active, found.length - 1);

  const open = (): void => {
    if (!opened && !multiple && typed === null)
      setActive(
        Math.max(
          0,
          items.findIndex((item) => chosen.has(item.id)),
        ),
      );
    setOpened(true);
  };
  const close = (): void => {
    setOpened(false);
    if (!multiple) setTyped(null);
  };
  const pick = (item: PickItem | undefined): void => {
    if (!item) return;
    onPick(item);
    setTyped(null);
    if (!multiple) setOpened(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (opened) setActive(Math.max(0, Math.min(found.length - 1, current + step)));
      else open();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (opened) pick(found[current]);
      else open();
    } else if (event.key === 'Escape' && opened) {
      event.stopPropagation();
      close();
    } else if (event.key === 'Backspace' && (typed ?? shown) === '') onTakeBack?.();
  };

  const message = { loading: words.loading, failed: words.failed, ready: found.length === 0 ? (nothingFound ?? words.nothingFound) : null }[
    state
  ];
  const listId = `${id}-list`;
  const optionId = (at: number): string => `${id}-${at}`;
  const renderInput = (input: ReactNode): ReactNode => (
    <div className={classes.field}>
      {input}
      {opened && (
        <PickOptions
          id={listId}
          optionId={optionId}
          label={field['aria-label'] ?? String(field.label)}
          multiple={multiple}
          found={found}
          chosen={chosen}
          current={current}
          message={message}
          withinPortal={withinPortal}
          onHover={setActive}
          onPick={pick}
        />
      )}
    </div>
  );
  return (
    <TextInput
      {...field}
      ref={inputRef}
      value={typed ?? shown}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setActive(0);
        setOpened(true);
      }}
      onPointerEnter={() => void PickOptions.preload()}
      onFocus={() => {
        void PickOptions.preload();
        onFocus?.();
      }}
      onClick={(event) => {
        // What is chosen gives way to what is typed.
        if (!opened && typed === null) event.currentTarget.select();
        open();
      }}
      onBlur={close}
      onKeyDown={onKeyDown}
      // A dialog around it hears Escape before we do: it is the list that closes.
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
