import { type EanReading, readEans } from '@endcap/contract/content';
import { Alert, Button, CloseButton } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useCodeWord } from '../../../frames/use-failure-words.ts';
import { isSaveKey } from '../../../frames/use-save-key.ts';
import { useFormat, useMessages } from '../../../lib/language.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import classes from './content-editor.module.css';
import { eansMessages } from './eans-field.messages.ts';

type EansFieldProps = {
  label: string;
  value: readonly string[];
  onChange: (eans: string[]) => void;
  /** Text in the entry: saved with the rest (D-44). */
  typed: string;
  onType: (text: string) => void;
  error?: string | undefined;
};

type Entered = readonly { text: string }[];
const listed = (entered: Entered): string => entered.map(({ text }) => text).join(', ');

/** Names the text that cannot be added: what spreadsheets shortened, and what is no code. Needs a `div` around it: a paragraph contains no blocks. */
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

/** Asks whether doubtful codes are meant: the chain may use codes of its own, so they are named and not refused (A-94, E-20). */
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

/** The entry and what follows from its text. The field asks about doubtful codes on Enter, on Ctrl+S, and when it gets the focus back. */
const useEntry = ({ value, onChange, typed, onType }: EansFieldProps) => {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isAsked, setAsked] = useState(false);
  const [isFocused, setFocused] = useState(false);
  /** How many codes the last press added. */
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
    /** Codes that were left without an answer; half a code that is being typed is none. */
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

/** Codes are added several at once and removed one by one; repetitions are ignored (CONT-PROD-04..06). */
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
        // A message in its place moves nothing that a person may be about to press.
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
