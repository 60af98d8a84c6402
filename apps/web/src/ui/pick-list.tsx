import { CloseButton, Input, UnstyledButton } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { useFormat, useMessages } from '../lib/language.tsx';
import { choosePasted, pastedNumbers } from './pasted-numbers.ts';
import { PickField } from './pick-field.tsx';
import type { PickItem, PickState } from './pick-item.ts';
import classes from './pick-list.module.css';
import { pickListMessages } from './pick-list.messages.ts';

type PickListProps = {
  label: string;
  items: readonly PickItem[];
  state: PickState;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** How a chosen item is called that no longer exists. */
  deletedLabel: string;
  error?: string | undefined;
  /** Whether lists of numbers may be pasted. */
  numbered?: boolean;
};

const PILLS_SHOWN = 12;

/** Chooses several of thousands, by typing, arrow keys or pasted numbers. */
export const PickList = ({ label, items, state, value, onChange, deletedLabel, error, numbered = false }: PickListProps) => {
  const words = useMessages(pickListMessages);
  const format = useFormat();
  const [pasted, setPasted] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const chosen = useMemo(() => new Set(value), [value]);

  /** Choosing what is chosen keeps it (NOTIF-FORM-40): a second press would take somebody out of the audience unseen. */
  const choose = ({ id }: PickItem): void => {
    if (!chosen.has(id)) onChange([...value, id]);
    setPasted('');
  };
  const paste = (text: string): boolean => {
    const numbers = numbered && state === 'ready' ? pastedNumbers(text) : null;
    if (!numbers) return false;
    const { added, already, unknown } = choosePasted(numbers, items, value);
    if (added.length > 0) onChange([...value, ...added]);
    setPasted(
      words.pasted(
        added.length,
        format.number(added.length),
        already > 0 ? format.number(already) : null,
        unknown.length > 0 ? unknown.join(', ') : null,
      ),
    );
    return true;
  };
  return (
    <div className={classes.picker}>
      <PickField
        inputRef={input}
        label={label}
        error={error}
        {...(numbered && { placeholder: words.pasteHint })}
        items={items}
        state={state}
        chosen={chosen}
        multiple
        onPick={choose}
        onPaste={(event) => paste(event.clipboardData.getData('text')) && event.preventDefault()}
        onTakeBack={() => onChange(value.slice(0, -1))}
      />
      <div role="status" className={classes.pasted}>
        {pasted}
      </div>
      {value.length > 0 && (
        <Chosen
          items={items}
          value={value}
          onChange={onChange}
          deletedLabel={state === 'ready' ? deletedLabel : words.loading}
          onEmptied={() => input.current?.focus()}
        />
      )}
    </div>
  );
};

type ChosenProps = {
  items: readonly PickItem[];
  value: readonly string[];
  onChange: (ids: string[]) => void;
  deletedLabel: string;
  onEmptied: () => void;
};

/** What is chosen: the first dozen, all of them on request, each with its own way out. */
const Chosen = ({ items, value, onChange, deletedLabel, onEmptied }: ChosenProps) => {
  const words = useMessages(pickListMessages);
  const format = useFormat();
  const [all, setAll] = useState(false);
  const byId = useMemo(() => new Map(items.map((item) => [item.id, item])), [items]);
  const shown = all ? value : value.slice(0, PILLS_SHOWN);
  const change = (ids: string[]): void => {
    onChange(ids);
    onEmptied();
  };
  return (
    <div className={classes.chosen}>
      <div className={classes.pills} data-all={all || undefined}>
        {shown.map((one) => {
          const item = byId.get(one);
          const name = item?.label ?? deletedLabel;
          return (
            <span key={one} className={classes.pill} data-deleted={!item || undefined} title={item?.detail ?? one}>
              {name}
              <CloseButton
                size={24}
                iconSize={14}
                aria-label={words.remove(name)}
                onClick={() => change(value.filter((id) => id !== one))}
              />
            </span>
          );
        })}
      </div>
      <div className={classes.foot}>
        <Input.Description component="span">{words.chosen(format.number(value.length))}</Input.Description>
        {value.length > PILLS_SHOWN && (
          <UnstyledButton className={classes.link ?? ''} onClick={() => setAll(!all)}>
            {all ? words.showFewer : words.showAll(format.number(value.length))}
          </UnstyledButton>
        )}
        <UnstyledButton className={classes.link ?? ''} onClick={() => change([])}>
          {words.clear}
        </UnstyledButton>
      </div>
    </div>
  );
};
