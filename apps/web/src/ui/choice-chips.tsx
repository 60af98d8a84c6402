import { Button } from '@mantine/core';
import classes from './choice-chips.module.css';

type ChoiceChipsProps<Value> = {
  /** Accessible name of the group. */
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value | undefined;
  onChoose: (value: Value | undefined) => void;
};

/** Chips to choose one of a few options. A second press on the chosen one clears it. */
export const ChoiceChips = <Value extends string | boolean>({ label, options, chosen, onChoose }: ChoiceChipsProps<Value>) => (
  <div className={classes.chips} role="group" aria-label={label}>
    {options.map(({ value, label: name }) => (
      <Button
        key={String(value)}
        size="compact-sm"
        radius="xl"
        variant={value === chosen ? 'filled' : 'default'}
        aria-pressed={value === chosen}
        onClick={() => onChoose(value === chosen ? undefined : value)}
      >
        {name}
      </Button>
    ))}
  </div>
);
