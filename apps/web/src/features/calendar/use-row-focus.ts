import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { listState } from '../../lib/list-state.ts';
import { paths } from '../../lib/paths.ts';
import type { Step } from './chart-row.tsx';
import type { ChartRows } from './use-chart-rows.ts';

/** Restores the focus to the item that was opened from here. Returns a stable function that moves the focus between rows. */
export const useRowFocus = ({ body, rows, virtual }: ChartRows) => {
  const focusAt = (at: number): void => {
    const id = rows[at]?.item?._id;
    if (id === undefined) return;
    virtual.scrollToIndex(at);
    // The row is rendered after the list has scrolled.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>(`[data-item='${id}']`)?.focus());
  };
  /** Scrolls to the item that was opened from here, after Back. */
  const comeBack = useEffectEvent((): void => {
    const { marked } = listState.read(paths.calendar);
    listState.save(paths.calendar, {}, 0);
    // Do not move the focus if the user has already placed it.
    if (marked !== undefined && document.activeElement === document.body) focusAt(rows.findIndex(({ item }) => item?._id === marked));
  });
  useEffect(() => comeBack(), []);
  /** Moves the focus to another item and skips the names of types. */
  return useCallbackRef((at: number, step: Step): void => {
    const way = step === 'next' || step === 'first' ? 1 : -1;
    let next = { next: at + 1, previous: at - 1, first: 0, last: rows.length - 1 }[step];
    while (rows[next]?.head) next += way;
    focusAt(next);
  });
};
