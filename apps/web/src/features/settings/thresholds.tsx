import type { FieldProblemCode } from '@endcap/contract/core';
import { thresholdValue } from '@endcap/contract/settings';
import { useCodeWord } from '../../frames/use-failure-words.ts';
import type { Entry } from '../../form/merge.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { TextLine } from '../../ui/text-line.tsx';
import { settingsMessages } from './settings.messages.ts';
import classes from './settings.module.css';

type ThresholdsProps = {
  value: readonly Entry[];
  onChange: (entries: Entry[]) => void;
  problemAt: (at: number) => FieldProblemCode | undefined;
};

/** Returns the amount of an entry, or null if it is not a valid number. */
export const amountOf = ({ value }: Entry): number | null => thresholdValue.safeParse(value).data ?? null;

/** Four thresholds and their order (LOY-03..05, 22). */
export const Thresholds = ({ value, onChange, problemAt }: ThresholdsProps) => {
  const words = useMessages(settingsMessages);
  const codeWord = useCodeWord();
  const format = useFormat();
  const marks = value.flatMap((entry) => {
    const number = amountOf(entry);
    return number === null ? [] : [{ id: entry.id, number }];
  });
  const most = Math.max(...marks.map(({ number }) => number), 1);
  return (
    <div>
      <div
        className={classes.bar}
        role="img"
        aria-label={words.thresholdsBar(marks.map(({ number }) => format.number(number)).join(', ') || '–')}
      >
        {marks.map(({ id, number }) => (
          <span key={id} style={{ left: `${(number / most) * 100}%` }}>
            <small>{format.number(number)}</small>
          </span>
        ))}
      </div>
      <div className={classes.four}>
        {value.map((entry, at) => (
          <TextLine
            key={entry.id}
            label={words.threshold(at + 1)}
            inputMode="decimal"
            value={entry['value'] ?? ''}
            onText={(text) => onChange(value.map((one) => (one.id === entry.id ? { ...one, value: text } : one)))}
            error={codeWord(problemAt(at))}
          />
        ))}
      </div>
    </div>
  );
};
