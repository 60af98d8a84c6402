import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './evidence.module.css';

type FirstOfManyProps<Item> = {
  items: readonly Item[];
  /** So many are shown until somebody asks for the others. */
  first: number;
  label: (others: number) => string;
  /** Said on paper in place of the others. */
  left: (others: number) => string;
  children: (shown: readonly Item[]) => ReactNode;
};

/** A list that begins short. */
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
