import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useMessages } from '../lib/language.tsx';
import { ChosenList } from './chosen-list.tsx';
import { PasteReport } from './paste-report.tsx';
import { choosePasted, type Pasted, pastedNumbers } from './pasted-numbers.ts';
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

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((id, at) => id === b[at]));

/** Chooses several of thousands, by typing, arrow keys or pasted numbers. */
export const PickList = ({ label, items, state, value, onChange, deletedLabel, error, numbered = false }: PickListProps) => {
  const words = useMessages(pickListMessages);
  const [report, setReport] = useState<{ pasted: Pasted; left: readonly string[] } | null>(null);
  /** Numbers that were pasted before it was known what they name. */
  const [early, setEarly] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const chosen = useMemo(() => new Set(value), [value]);
  // It is about what the paste left: whatever changes the choice after it, here or from outside, takes it away (D14a).
  if (report && !isSame(report.left, value)) setReport(null);

  /** Choosing what is chosen keeps it (NOTIF-FORM-40): a second press would take somebody out of the audience unseen. */
  const choose = ({ id }: PickItem): void => {
    if (!chosen.has(id)) onChange([...value, id]);
  };
  const paste = (text: string): boolean => {
    const numbers = numbered ? pastedNumbers(text) : null;
    if (!numbers) return false;
    if (state !== 'ready') {
      setEarly(text);
      return true;
    }
    const pasted = choosePasted(numbers, items, value);
    const left = [...value, ...pasted.added];
    if (pasted.added.length > 0) onChange(left);
    setReport({ pasted, left });
    return true;
  };
  const takeEarly = useEffectEvent((): void => {
    if (early !== null) paste(early);
    setEarly(null);
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- that the stores came is told by no event
    if (state === 'ready') takeEarly();
  }, [state]);
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
      <PasteReport pasted={report?.pasted ?? null} />
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
