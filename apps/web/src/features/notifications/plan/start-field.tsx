import type { FieldProblemCode } from '@endcap/contract/core';
import { planProblem } from '@endcap/contract/notifications';
import { clockChangeAt, otherOfTwo, readInstant } from '@endcap/contract/warsaw-time';
import { sendNotices } from '../../../plugins.ts';
import { useFormat, useLanguage, useMessages } from '../../../lib/language.tsx';
import { ChoiceChips } from '../../../ui/choice-chips.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import classes from './plan.module.css';
import { startFieldMessages } from './start-field.messages.ts';

type StartFieldProps = {
  /** An instant, or invalid text as typed. */
  value: string;
  onChange: (startsAt: string) => void;
  problem: FieldProblemCode | undefined;
};

const mayStart = (value: string): boolean => {
  const instant = readInstant(value);
  return instant !== null && planProblem(instant, new Date()) === null;
};

/** Texts of a rejected start by code, including those of plugins. */
export const useStartProblems = (): Readonly<Record<string, string>> => {
  const { problems } = useMessages(startFieldMessages);
  const language = useLanguage();
  return { ...problems, ...Object.fromEntries(sendNotices.map(({ code, words }) => [code, words[language].problem])) };
};

/** At a clock change: a choice for an hour that occurs twice, or a notice that the hour is skipped (PLAN-01). */
const ClockChange = ({ at, onChange }: { at: string; onChange: (startsAt: string) => void }) => {
  const words = useMessages(startFieldMessages);
  const change = clockChangeAt(at);
  if (change === null) return null;
  if (change === 'skipped') return <p className={classes.clocks}>{words.skipped}</p>;
  return (
    <div className={classes.clocks}>
      <p>{words.twice}</p>
      <ChoiceChips
        label={words.twice}
        options={[
          { value: 'first', label: words.first },
          { value: 'second', label: words.second },
        ]}
        chosen={change}
        // Ignore a press on the option that is already chosen.
        onChoose={(next) => next && onChange(otherOfTwo(at))}
      />
    </div>
  );
};

/** Field for the start of a send, with the date in words and the time left. */
export const StartField = ({ value, onChange, problem }: StartFieldProps) => {
  const words = useMessages(startFieldMessages);
  const problems = useStartProblems();
  const format = useFormat();
  const at = readInstant(value);
  return (
    <div>
      <DateField
        kind="minute"
        use="send"
        label={words.startsAt}
        {...(at && !problem && { description: words.left(format.moment(at), format.ago(at)) })}
        required
        value={value}
        onChange={onChange}
        error={problem && (problems[problem] ?? problems['notDate'])}
        accepts={mayStart}
      />
      {at && <ClockChange at={at} onChange={onChange} />}
    </div>
  );
};
