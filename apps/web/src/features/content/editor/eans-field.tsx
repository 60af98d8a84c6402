import { type EanReading, readEans } from '@endcap/contract/content';
import { Alert, Button, CloseButton } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useCodeWord } from '../../../frames/use-failure-words.ts';
import { isSaveKey } from '../../../frames/use-save-key.ts';
import { catalogue, plural, useFormat, useMessages } from '../../../lib/language.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import classes from './content-editor.module.css';

const eansMessages = catalogue(
  {
    hint: 'Kilka naraz: po przecinku lub w osobnych wierszach; Enter dodaje',
    add: 'Dodaj',
    added: (n: number, shown: string) => `Dodano ${shown} ${plural('pl', n, { one: 'kod', few: 'kody', many: 'kodów', other: 'kodu' })}.`,
    already: 'Te kody są już na liście.',
    shortened: (list: string) =>
      `Excel skrócił ten numer: ${list}. W Excelu ustaw format liczbowy bez miejsc po przecinku i skopiuj kod jeszcze raz.`,
    shortenedSeveral: (list: string) =>
      `Excel skrócił te numery: ${list}. W Excelu ustaw format liczbowy bez miejsc po przecinku i skopiuj kody jeszcze raz.`,
    notEan: (list: string) => `To nie jest kod EAN (same cyfry, najwyżej 14): ${list}`,
    doubtful: (n: number, shown: string) =>
      `${shown} ${plural('pl', n, { one: 'kod wygląda na błędny', few: 'kody wyglądają na błędne', many: 'kodów wygląda na błędne', other: 'kodu wygląda na błędne' })}`,
    checkDigit: (list: string) => `Nie zgadza się ostatnia cyfra (kontrolna): ${list}`,
    length: (list: string) => `Liczba cyfr inna niż 8, 12, 13 lub 14: ${list}`,
    oneOrSeveral: (list: string) => `Jeden kod czy kilka? „Dodaj mimo to” doda jeden: ${list}`,
    addAnyway: 'Dodaj mimo to',
    fix: 'Popraw',
  },
  {
    hint: 'Several at once: with commas or one per line; Enter adds',
    add: 'Add',
    added: (n, shown) => `${shown} ${n === 1 ? 'code' : 'codes'} added.`,
    already: 'These codes are already on the list.',
    shortened: (list) =>
      `Excel shortened this number: ${list}. In Excel, set the format to Number without decimals and copy the code again.`,
    shortenedSeveral: (list) =>
      `Excel shortened these numbers: ${list}. In Excel, set the format to Number without decimals and copy the codes again.`,
    notEan: (list) => `Not an EAN (digits only, 14 at most): ${list}`,
    doubtful: (n, shown) => `${shown} ${n === 1 ? 'code looks' : 'codes look'} wrong`,
    checkDigit: (list) => `Wrong last digit (check digit): ${list}`,
    length: (list) => `Not 8, 12, 13 or 14 digits: ${list}`,
    oneOrSeveral: (list) => `One code or several? “Add anyway” adds one: ${list}`,
    addAnyway: 'Add anyway',
    fix: 'Fix',
  },
);

type EansFieldProps = {
  label: string;
  value: readonly string[];
  onChange: (eans: string[]) => void;
  /** Text in the entry, which is saved with the rest (D-44). */
  typed: string;
  onType: (text: string) => void;
  error?: string | undefined;
};

type Entered = readonly { text: string }[];
const listed = (entered: Entered): string => entered.map(({ text }) => text).join(', ');

/** Lists text that is no code, or that a spreadsheet shortened. Needs a `div` around it, because a paragraph contains no blocks. */
const Refused = ({ refused }: Pick<EanReading, 'refused'>) => {
  const words = useMessages(eansMessages);
  const shortened = refused.filter(({ problem }) => problem === 'shortened');
  const others = refused.filter(({ problem }) => problem === 'notEan');
  return (
    <>
      {shortened.length > 0 && <div>{(shortened.length > 1 ? words.shortenedSeveral : words.shortened)(listed(shortened))}</div>}
      {others.length > 0 && <div>{words.notEan(listed(others))}</div>}
    </>
  );
};

type QuestionProps = Pick<EanReading, 'doubtful'> & { onAdd: () => void; onFix: () => void };

/** Asks whether doubtful codes are intended. They are not rejected, because the chain may use codes of its own (A-94, E-20). */
const Question = ({ doubtful, onAdd, onFix }: QuestionProps) => {
  const words = useMessages(eansMessages);
  const format = useFormat();
  const title = words.doubtful(doubtful.length, format.number(doubtful.length));
  return (
    <Alert color="yellow" variant="light" role="group" title={title} aria-label={title}>
      {(['checkDigit', 'length', 'oneOrSeveral'] as const).map((problem) => {
        const its = doubtful.filter((one) => one.problem === problem);
        return its.length > 0 && <div key={problem}>{words[problem](listed(its))}</div>;
      })}
      <div className={classes.answers}>
        <Button variant="default" size="compact-sm" onClick={onAdd}>
          {words.addAnyway}
        </Button>
        <Button variant="default" size="compact-sm" onClick={onFix}>
          {words.fix}
        </Button>
      </div>
    </Alert>
  );
};

/** State and actions of the entry. It asks about doubtful codes on Enter, on Ctrl+S, and when it is focused again. */
const useEntry = ({ value, onChange, typed, onType }: EansFieldProps) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isAsked, setAsked] = useState(false);
  const [isFocused, setFocused] = useState(false);
  /** Number of codes that the last click added. */
  const [added, setAdded] = useState<number | null>(null);
  const reading = readEans(typed, value);
  const { codes, doubtful, refused } = reading;

  /** Adds codes to the list; the rest of the text stays in the entry. */
  const add = (more: readonly string[], left: Entered): void => {
    const next = [...new Set([...value, ...more])];
    onChange(next);
    onType(listed(left));
    setAdded(next.length - value.length);
    setAsked(true);
    area.current?.focus();
  };
  return {
    area,
    reading,
    added,
    isAsked: isAsked && doubtful.length > 0,
    /** True if the person left doubtful codes without an answer. A code that is still being typed does not count. */
    isLeft: !isFocused && !isAsked && doubtful.length > 0,
    type: (text: string): void => {
      setAsked(false);
      setAdded(null);
      onType(text);
    },
    focus: (isNow: boolean): void => {
      setFocused(isNow);
      setAsked((before) => before || isNow);
    },
    ask: (): void => setAsked(true),
    add: (): void => add(codes, [...doubtful, ...refused]),
    addAnyway: (): void => add([...codes, ...doubtful.map(({ code }) => code)], refused),
    fix: (): void => {
      const [text = ''] = doubtful.map((one) => one.text);
      const at = area.current?.value.indexOf(text) ?? -1;
      area.current?.focus();
      if (at >= 0) area.current?.setSelectionRange(at, at + text.length);
    },
  };
};

/** Adds several codes at once and removes them one by one. Duplicates are ignored (CONT-PROD-04..06). */
export const EansField = (props: EansFieldProps) => {
  const { label, value, onChange, typed, error } = props;
  const words = useMessages(eansMessages);
  const format = useFormat();
  const codeWord = useCodeWord();
  const { area, reading, added, isAsked, isLeft, type, focus, ask, add, addAnyway, fix } = useEntry(props);
  const isEmpty = typed.trim() === '';
  const withButton = (input: ReactNode): ReactNode => (
    <div className={classes.eans}>
      {input}
      <Button variant="default" onClick={add} disabled={isEmpty}>
        {words.add}
      </Button>
    </div>
  );
  const refusal = reading.refused.length > 0 && <Refused refused={reading.refused} />;
  const nothingNew = added === 0 && isEmpty;
  return (
    <div className={classes.wide}>
      <TextArea
        ref={area}
        label={label}
        // The error message replaces the hint, so that no button moves before a click.
        description={isLeft ? undefined : words.hint}
        minRows={1}
        maxRows={8}
        value={typed}
        onText={type}
        onFocus={() => focus(true)}
        onBlur={() => focus(false)}
        onKeyDown={(event: KeyboardEvent) => {
          if (isSaveKey(event)) ask();
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          if (!isEmpty) add();
        }}
        errorProps={{ component: 'div' }}
        error={refusal || (isLeft ? codeWord('doubtfulEan') : isAsked) || error}
        inputContainer={withButton}
      />
      <div role="status" className={classes.said}>
        {added !== null && (added > 0 || nothingNew) && (
          <span>{nothingNew ? words.already : words.added(added, format.number(added))}</span>
        )}
        {isAsked && <Question doubtful={reading.doubtful} onAdd={addAnyway} onFix={fix} />}
      </div>
      <ul className={classes.chips}>
        {value.map((ean) => (
          <li key={ean}>
            <span translate="no">{ean}</span>
            <CloseButton
              size={24}
              iconSize={14}
              aria-label={`${label}: ${ean} ×`}
              onClick={() => onChange(value.filter((one) => one !== ean))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
};
