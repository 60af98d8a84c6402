import { useMemo, useRef } from 'react';
import { useMessages } from '../lib/language.tsx';
import { ChosenList } from './chosen-list.tsx';
import { PasteReport } from './paste-report.tsx';
import { PickField } from './pick-field.tsx';
import type { PickItem, PickState } from './pick-item.ts';
import classes from './pick-list.module.css';
import { pickListMessages } from './pick-list.messages.ts';
import { usePastedNumbers } from './use-pasted-numbers.ts';

type PickListProps = {
  label: string;
  items: readonly PickItem[];
  state: PickState;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  /** Label of a selected item that was deleted. */
  deletedLabel: string;
  error?: string | undefined;
  /** Accepts pasted lists of numbers. */
  numbered?: boolean;
};

/** Field to choose several of thousands of items, by typing, arrow keys or pasted numbers. */
export const PickList = ({ label, items, state, value, onChange, deletedLabel, error, numbered = false }: PickListProps) => {
  const words = useMessages(pickListMessages);
  const { pasted, paste } = usePastedNumbers({ items, state, value, onChange, numbered });
  const input = useRef<HTMLInputElement>(null);
  const chosen = useMemo(() => new Set(value), [value]);
  /** Ignores an item that is chosen already: a second press must not remove it from the audience unnoticed (NOTIF-FORM-40). */
  const choose = ({ id }: PickItem): void => {
    if (!chosen.has(id)) onChange([...value, id]);
  };
  return (
    <div className={classes.picker}>
      <PickField
        inputRef={input}
        label={label}
        error={error}
        placeholder={numbered ? words.pasteHint : words.choose}
        items={items}
        state={state}
        chosen={chosen}
        multiple
        onPick={choose}
        onPaste={(event) => paste(event.clipboardData.getData('text')) && event.preventDefault()}
        onTakeBack={() => onChange(value.slice(0, -1))}
      />
      <PasteReport pasted={pasted} />
      {value.length > 0 && (
        <ChosenList
          label={label}
          items={items}
          value={value}
          onChange={(ids) => {
            onChange(ids);
            input.current?.focus();
          }}
          deletedLabel={state === 'ready' ? deletedLabel : words.loading}
        />
      )}
    </div>
  );
};
