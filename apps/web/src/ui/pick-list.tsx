import { CloseButton, Input, Popover, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useFormat, useMessages } from '../lib/language.tsx';
import { matcherOf } from '../lib/search.ts';
import { choosePasted, pastedNumbers } from './pasted-numbers.ts';
import classes from './pick-list.module.css';
import { pickListMessages } from './pick-list.messages.ts';

export type PickItem = {
  id: string;
  label: string;
  detail?: string;
  /** Number by which a pasted list names it. */
  number: number | null;
  /** What it is found by, folded. */
  search: string;
};

type PickListProps = {
  label: string;
  items: readonly PickItem[];
  state: 'loading' | 'failed' | 'ready';
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** How a chosen item is called that no longer exists. */
  deletedLabel: string;
  error?: string | undefined;
  /** Whether lists of numbers may be pasted. */
  numbered?: boolean;
};

const ROW_PX = 44;
const PAGE_ROWS = 6;
const PILLS_SHOWN = 12;

/** Chooses several of thousands: search without diacritics, arrow keys, pasted numbers; only the rows in view are painted. */
export const PickList = ({ label, items, state, value, onChange, deletedLabel, error, numbered = false }: PickListProps) => {
  const words = useMessages(pickListMessages);
  const format = useFormat();
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const [pasted, setPasted] = useState('');
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const input = useRef<HTMLInputElement>(null);

  // Not deferred: Enter takes the first of what the typed text finds, not of what an earlier letter found.
  const found = useMemo(() => {
    const matches = matcherOf(search);
    return items.filter((item) => matches(item.search));
  }, [items, search]);
  const chosen = useMemo(() => new Set(value), [value]);
  const current = Math.min(active, found.length - 1);
  // oxlint-disable-next-line react/incompatible-library -- about the React compiler, which is not used here
  const rows = useVirtualizer({ count: found.length, getScrollElement: () => scroller, estimateSize: () => ROW_PX, overscan: 4 });
  useEffect(() => {
    if (opened && scroller && current >= 0) rows.scrollToIndex(current);
  }, [opened, scroller, current, rows]);

  const toggle = (item: PickItem | undefined): void => {
    if (!item) return;
    onChange(chosen.has(item.id) ? value.filter((one) => one !== item.id) : [...value, item.id]);
    setSearch('');
    setPasted('');
  };
  const paste = (text: string): boolean => {
    const numbers = numbered && state === 'ready' ? pastedNumbers(text) : null;
    if (!numbers) return false;
    const { added, already, unknown } = choosePasted(numbers, items, value);
    if (added.length > 0) onChange([...value, ...added]);
    setPasted(
      words.pasted(
        format.number(added.length),
        already > 0 ? format.number(already) : null,
        unknown.length > 0 ? unknown.join(', ') : null,
      ),
    );
    return true;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (opened) setActive(Math.max(0, Math.min(found.length - 1, current + step)));
      setOpened(true);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (opened) toggle(found[current]);
      else setOpened(true);
    } else if (event.key === 'Escape' && opened) {
      event.stopPropagation();
      setOpened(false);
    } else if (event.key === 'Backspace' && search === '') onChange(value.slice(0, -1));
  };

  const message = { loading: words.loading, failed: words.failed, ready: found.length === 0 ? words.nothingFound : null }[state];
  const optionId = (at: number): string => `${id}-${at}`;
  return (
    <div className={classes.picker}>
      <Popover
        opened={opened}
        onChange={setOpened}
        width="target"
        position="bottom-start"
        trapFocus={false}
        returnFocus={false}
        withRoles={false}
        withinPortal={false}
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <TextInput
            ref={input}
            label={label}
            error={error}
            {...(numbered && { placeholder: words.pasteHint })}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              setActive(0);
              setOpened(true);
            }}
            onClick={() => setOpened(true)}
            onBlur={() => setOpened(false)}
            onKeyDown={onKeyDown}
            onPaste={(event) => paste(event.clipboardData.getData('text')) && event.preventDefault()}
            role="combobox"
            autoComplete="off"
            aria-autocomplete="list"
            aria-expanded={opened}
            aria-controls={`${id}-list`}
            {...(opened && current >= 0 && { 'aria-activedescendant': optionId(current) })}
          />
        </Popover.Target>
        {/* A press must not take the focus out of the field. */}
        <Popover.Dropdown p={4} onMouseDown={(event) => event.preventDefault()}>
          {message !== null && <div className={classes.message}>{message}</div>}
          <div ref={setScroller} className={classes.scroller} data-empty={message !== null || undefined}>
            <div id={`${id}-list`} role="listbox" aria-label={label} aria-multiselectable="true" style={{ height: rows.getTotalSize() }}>
              {state === 'ready' &&
                rows.getVirtualItems().map(({ index, start }) => {
                  const item = found[index];
                  return (
                    item && (
                      // The keyboard works through the field, as the combobox pattern wants it.
                      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
                      <div
                        key={item.id}
                        id={optionId(index)}
                        role="option"
                        tabIndex={-1}
                        aria-selected={chosen.has(item.id)}
                        aria-setsize={found.length}
                        aria-posinset={index + 1}
                        className={classes.option}
                        data-active={index === current || undefined}
                        style={{ transform: `translateY(${start}px)` }}
                        onMouseMove={() => setActive(index)}
                        onClick={() => toggle(item)}
                      >
                        <IconCheck size={16} aria-hidden className={classes.check} />
                        <span>
                          <span>{item.label}</span>
                          {item.detail && <small>{item.detail}</small>}
                        </span>
                        {item.number !== null && <small className={classes.number}>{item.number}</small>}
                      </div>
                    )
                  );
                })}
            </div>
          </div>
        </Popover.Dropdown>
      </Popover>
      <div role="status" className={classes.pasted}>
        {pasted}
      </div>
      {value.length > 0 && (
        <Chosen
          items={items}
          value={value}
          onChange={onChange}
          deletedLabel={state === 'ready' ? deletedLabel : words.loading}
          onEmptied={() => input.current?.focus()}
        />
      )}
    </div>
  );
};

type ChosenProps = {
  items: readonly PickItem[];
  value: readonly string[];
  onChange: (ids: string[]) => void;
  deletedLabel: string;
  onEmptied: () => void;
};

/** What is chosen: the first dozen, all of them on request, each with its own way out. */
const Chosen = ({ items, value, onChange, deletedLabel, onEmptied }: ChosenProps) => {
  const words = useMessages(pickListMessages);
  const format = useFormat();
  const [all, setAll] = useState(false);
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const shown = all ? value : value.slice(0, PILLS_SHOWN);
  const change = (ids: string[]): void => {
    onChange(ids);
    onEmptied();
  };
  return (
    <div className={classes.chosen}>
      <div className={classes.pills} data-all={all || undefined}>
        {shown.map((one) => {
          const item = byId.get(one);
          const name = item?.label ?? deletedLabel;
          return (
            <span key={one} className={classes.pill} data-deleted={!item || undefined} title={item?.detail ?? one}>
              {name}
              <CloseButton
                size={24}
                iconSize={14}
                aria-label={words.remove(name)}
                onClick={() => change(value.filter((id) => id !== one))}
              />
            </span>
          );
        })}
      </div>
      <div className={classes.foot}>
        <Input.Description component="span">{words.chosen(format.number(value.length))}</Input.Description>
        {value.length > PILLS_SHOWN && (
          <UnstyledButton className={classes.link ?? ''} onClick={() => setAll(!all)}>
            {all ? words.showFewer : words.showAll(format.number(value.length))}
          </UnstyledButton>
        )}
        <UnstyledButton className={classes.link ?? ''} onClick={() => change([])}>
          {words.clear}
        </UnstyledButton>
      </div>
    </div>
  );
};
