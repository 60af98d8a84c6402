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
  found: readonly PickItem[];
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

/** Of all rows those in view are painted, and the current one, which is scrolled to. */
const useRows = (count: number, current: number) => {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  // oxlint-disable-next-line react/incompatible-library -- about the React compiler, which is not used here
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    overscan: 4,
    // The field names the current one as its active descendant, wherever one has scrolled to.
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), ...(current < 0 ? [] : [current])])],
  });
  useEffect(() => {
    if (scroller && current >= 0) rows.scrollToIndex(current);
  }, [scroller, current, rows]);
  return { rows, setScroller };
};

/** A box as wide as the field that it hangs from, or wide enough to tell names apart; the focus stays where it is. */
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

type OptionProps = Pick<PickOptionsProps, 'optionId' | 'found' | 'chosen' | 'current' | 'onHover' | 'onPick'> & { at: number; top: number };

const Option = ({ at, top, optionId, found, chosen, current, onHover, onPick }: OptionProps) => {
  const item = found[at];
  if (!item) return null;
  return (
    // The keyboard works through the field, as the combobox pattern wants it.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={optionId(at)}
      role="option"
      tabIndex={-1}
      aria-selected={chosen.has(item.id)}
      aria-setsize={found.length}
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

/** The list under a field: all of what was found, of which the rows in view and the current one are painted. */
export const PickOptions = ({ id, label, multiple, message, withinPortal, ...options }: PickOptionsProps) => {
  const { found, current } = options;
  const { rows, setScroller } = useRows(found.length, current);
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
            rows.getVirtualItems().map(({ index, start }) => <Option key={found[index]?.id} {...options} at={index} top={start} />)}
        </div>
      </div>
    </UnderField>
  );
};
