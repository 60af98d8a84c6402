import { folded } from '@endcap/contract/core';
import { CloseButton, Input, TextInput, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useFormat, useMessages } from '../lib/language.tsx';
import { matcherOf } from '../lib/search.ts';
import { chosenItems, type PickItem } from './pick-item.ts';
import classes from './pick-list.module.css';
import { pickListMessages } from './pick-list.messages.ts';

const PILLS_SHOWN = 12;

type ChosenListProps = {
  /** Label of the field that owns this selection. */
  label: string;
  items: readonly PickItem[];
  value: readonly string[];
  onChange: (ids: string[]) => void;
  deletedLabel: string;
};

/** Pills of the selected items, each with a remove button. Shows the first dozen, or all on request or while searching. */
export const ChosenList = ({ label, items, value, onChange, deletedLabel }: ChosenListProps) => {
  const words = useMessages(pickListMessages);
  const format = useFormat();
  const [all, setAll] = useState(false);
  const [typed, setTyped] = useState('');
  const chosen = useMemo(() => chosenItems(items, value, deletedLabel), [items, value, deletedLabel]);
  const isLong = chosen.length > PILLS_SHOWN;
  const search = isLong ? typed.trim() : '';
  const matches = matcherOf(search);
  const found = search ? chosen.filter(({ item, name }) => matches(item?.search ?? folded(name))) : chosen;
  const shown = all || search ? found : found.slice(0, PILLS_SHOWN);
  return (
    <div className={classes.chosen}>
      {isLong && (
        <TextInput
          size="xs"
          mb={8}
          aria-label={words.searchChosenOf(label)}
          placeholder={words.searchChosen}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className={classes.pills} data-all={shown.length > PILLS_SHOWN || undefined}>
        {shown.map(({ id, name, item }) => (
          <span
            key={id}
            className={classes.pill}
            data-deleted={!item || undefined}
            title={item ? `${item.label} · ${item.detail ?? ''}` : id}
          >
            <span>{name}</span>
            <CloseButton
              size={24}
              iconSize={14}
              aria-label={words.remove(name)}
              onClick={() => onChange(value.filter((one) => one !== id))}
            />
          </span>
        ))}
      </div>
      <div className={classes.foot}>
        <Input.Description component="span" aria-live="polite">
          {search ? words.chosenFound(format.number(found.length), format.number(value.length)) : words.chosen(format.number(value.length))}
        </Input.Description>
        {isLong && !search && (
          <UnstyledButton className={classes.link ?? ''} onClick={() => setAll(!all)}>
            {all ? words.showFewer : words.showAll(format.number(value.length))}
          </UnstyledButton>
        )}
        <UnstyledButton className={classes.link ?? ''} onClick={() => onChange([])}>
          {words.clear}
        </UnstyledButton>
      </div>
    </div>
  );
};
