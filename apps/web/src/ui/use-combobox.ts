import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { matchingItems, type PickItem } from './pick-item.ts';

export type ComboboxOptions = {
  items: readonly PickItem[];
  chosen: ReadonlySet<string>;
  /** Stays open after a choice, for the next. */
  multiple: boolean;
  /** Text of the field before the user types. */
  shown: string;
  onPick: (item: PickItem) => void;
  /** Called on Backspace in the empty field. */
  onTakeBack: (() => void) | undefined;
};

const PAGE_ROWS = 6;
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_ROWS, PageUp: -PAGE_ROWS };

type Keys = {
  opened: boolean;
  open: () => void;
  close: () => void;
  move: (by: number) => void;
  take: () => void;
  /** While there is nothing that Backspace could delete. */
  takeBack: (() => void) | undefined;
};

/** The keys of a combobox; those that would choose open a closed list first. */
const keysOf =
  ({ opened, open, close, move, take, takeBack }: Keys) =>
  (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step !== undefined || event.key === 'Enter') {
      event.preventDefault();
      if (!opened) open();
      else if (step === undefined) take();
      else move(step);
    } else if (event.key === 'Escape' && opened) {
      event.stopPropagation();
      close();
    } else if (event.key === 'Backspace') takeBack?.();
  };

/** State of a combobox: text, matches and their ids, active option, open or closed. Handles typing and arrow keys (ux 15). */
export const useCombobox = ({ items, chosen, multiple, shown, onPick, onTakeBack }: ComboboxOptions) => {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);

  // Not deferred, because Enter takes the first match of the current text.
  const matches = useMemo(() => matchingItems(items, typed ?? ''), [items, typed]);
  const current = Math.min(active, matches.length - 1);
  const text = typed ?? shown;

  const open = (): void => {
    const first = items.findIndex((item) => chosen.has(item.id));
    if (!opened && !multiple && typed === null) setActive(Math.max(0, first));
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
  const type = (next: string): void => {
    setTyped(next);
    setActive(0);
    setOpened(true);
  };
  const onKeyDown = keysOf({
    opened,
    open,
    close,
    move: (by) => setActive(Math.max(0, Math.min(matches.length - 1, current + by))),
    take: () => pick(matches[current]),
    takeBack: text === '' ? onTakeBack : undefined,
  });
  return {
    listId: `${id}-list`,
    optionId: (at: number): string => `${id}-${at}`,
    opened,
    text,
    isTyping: typed !== null,
    matches,
    current,
    open,
    close,
    pick,
    type,
    onHover: setActive,
    onKeyDown,
  };
};
