import { Popover } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useState } from 'react';
import { IconCheck } from './icons/screen-icons.ts';
import classes from './pick-field.module.css';
import type { PickItem } from './pick-item.ts';

type PickOptionsProps = {
  id: string;
  optionId: (at: number) => string;
  label: string;
  multiple: boolean;
  matches: readonly PickItem[];
  chosen: ReadonlySet<string>;
  /** Index of the active option, which Enter selects. */
  current: number;
  /** Instead of options. */
  message: string | null;
  withinPortal: boolean;
  onHover: (at: number) => void;
  onPick: (item: PickItem) => void;
};

const ROW_PX = 44;

/** Virtualizes the rows: renders those in view and the current one, and scrolls to it. */
const useRows = (count: number, current: number) => {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  // oxlint-disable-next-line react/incompatible-library -- about the React compiler, which is not used here
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    overscan: 4,
    // The field references the current row as its active descendant, so it is rendered at any scroll position.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...(current < 0 ? [] : [current])])],
  });
  useEffect(() => {
    if (scroller && current >= 0) rows.scrollToIndex(current);
  }, [scroller, current, rows]);
  return { rows, setScroller };
};

/** A box below the field, at least as wide as it. It does not take the focus. */
const UnderField = ({ withinPortal, children }: { withinPortal: boolean; children: ReactNode }) => (
  <Popover
    opened
    closeOnClickOutside={false}
    width="target"
    position="bottom-start"
    trapFocus={false}
    returnFocus={false}
    withRoles={false}
    withinPortal={withinPortal}
    transitionProps={{ duration: 0 }}
  >
    <Popover.Target>
      <div className={classes.anchor} />
    </Popover.Target>
    {/* A press must not take the focus out of the field. */}
    <Popover.Dropdown className={classes.box ?? ''} p={4} onMouseDown={(event) => event.preventDefault()}>
      {children}
    </Popover.Dropdown>
  </Popover>
);

type OptionProps = Pick<PickOptionsProps, 'optionId' | 'matches' | 'chosen' | 'current' | 'onHover' | 'onPick'> & {
  at: number;
  top: number;
};

const Option = ({ at, top, optionId, matches, chosen, current, onHover, onPick }: OptionProps) => {
  const item = matches[at];
  if (!item) return null;
  return (
    // The field handles the keyboard, as the combobox pattern requires.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={optionId(at)}
      role="option"
      tabIndex={-1}
      aria-selected={chosen.has(item.id)}
      aria-setsize={matches.length}
      aria-posinset={at + 1}
      className={classes.option}
      data-active={at === current || undefined}
      style={{ transform: `translateY(${top}px)` }}
      onMouseMove={() => onHover(at)}
      onClick={() => onPick(item)}
    >
      <IconCheck size={16} aria-hidden className={classes.check} />
      <span>
        <span>{item.label}</span>
        {item.detail && <small>{item.detail}</small>}
      </span>
      {item.number !== null && <small className={classes.number}>{item.number}</small>}
    </div>
  );
};

/** The list of matches below a field. Renders only the rows in view and the current one. */
export const PickOptions = ({ id, label, multiple, message, withinPortal, ...options }: PickOptionsProps) => {
  const { matches, current } = options;
  const { rows, setScroller } = useRows(matches.length, current);
  return (
    <UnderField withinPortal={withinPortal}>
      {message !== null && <div className={classes.message}>{message}</div>}
      <div ref={setScroller} className={classes.scroller} data-empty={message !== null || undefined}>
        <div
          id={id}
          role="listbox"
          aria-label={label}
          {...(multiple && { 'aria-multiselectable': true })}
          style={{ height: rows.getTotalSize() }}
        >
          {message === null &&
            rows.getVirtualItems().map(({ index, start }) => <Option key={matches[index]?.id} {...options} at={index} top={start} />)}
        </div>
      </div>
    </UnderField>
  );
};
