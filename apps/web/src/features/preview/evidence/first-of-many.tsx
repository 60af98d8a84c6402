import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './evidence.module.css';

type FirstOfManyProps<Item> = {
  items: readonly Item[];
  /** Number of items shown before the list is expanded. */
  first: number;
  label: (others: number) => string;
  /** Printed instead of the others. */
  left: (others: number) => string;
  children: (shown: readonly Item[]) => ReactNode;
};

/** A list that shows its first items, and the others on request. */
export const FirstOfMany = <Item,>({ items, first, label, left, children }: FirstOfManyProps<Item>) => {
  const [isWhole, setWhole] = useState(false);
  const others = items.length - first;
  return (
    <>
      {children(isWhole || others <= 0 ? items : items.slice(0, first))}
      {!isWhole && others > 0 && (
        <>
          <Button variant="default" size="compact-sm" mt="xs" onClick={() => setWhole(true)}>
            {label(others)}
          </Button>
          <p className={classes.left}>{left(others)}</p>
        </>
      )}
    </>
  );
};
