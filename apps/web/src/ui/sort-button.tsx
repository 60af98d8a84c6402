import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from './icons/frame-icons.ts';
import classes from './sort-button.module.css';
import { ariaSort, nextSort, type SortBy } from './sort-order.ts';

const icons = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort };

type SortButtonProps<Field extends string> = {
  label: string;
  field: Field;
  sort: SortBy<Field>;
  onSort: (sort: SortBy<Field>) => void;
};

/** Label of a sortable column. */
export const SortButton = <Field extends string>({ label, field, sort, onSort }: SortButtonProps<Field>) => {
  const state = ariaSort(sort, field);
  const Icon = icons[state];
  return (
    <UnstyledButton className={classes.sort ?? ''} onClick={() => onSort(nextSort(sort, field))}>
      <span>{label}</span> <Icon size={14} aria-hidden className={state === 'none' ? classes.unsorted : undefined} />
    </UnstyledButton>
  );
};
