import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from './icons/frame-icons.ts';
import classes from './sort-button.module.css';
import { ariaSort, nextSort } from './sort-order.ts';

const icons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort };

/** The label of a column that can be sorted by. */
export const SortButton = ({
  label,
  field,
  sort,
  onSort,
}: {
  label: string;
  field: string;
  sort: string;
  onSort: (sort: string) => void;
}) => {
  const state = ariaSort(sort, field);
  const Icon = icons[state];
  return (
    <UnstyledButton className={classes.sort ?? ''} onClick={() => onSort(nextSort(sort, field))}>
      {label} <Icon size={14} aria-hidden className={state === 'none' ? classes.unsorted : undefined} />
    </UnstyledButton>
  );
};
