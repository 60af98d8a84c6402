import { readInstant } from '@endcap/contract/warsaw-time';
import { useMessages } from '../lib/language.tsx';
import { useUntilApplied } from '../lib/use-until-applied.ts';
import { DateField } from '../ui/date-field.tsx';
import type { DateKind } from '../ui/date-kind.ts';
import { codeMessages } from './code.messages.ts';

const DAY_SIGNS = 'YYYY-MM-DD'.length;

type AppliedDateProps = {
  label: string;
  kind: DateKind;
  /** What narrows the page now; empty for nothing. */
  applied: string;
  onApply: (value: string) => void;
  /** Whether there may be none. */
  optional?: boolean;
  /** What else is wrong with what is applied. */
  error?: string | undefined;
};

/** A date that says what a page shows: it is asked for once it is one; what is none stays in the field, and is said (D-43). */
export const AppliedDate = ({ label, kind, applied, onApply, optional = false, error }: AppliedDateProps) => {
  const codes = useMessages(codeMessages);
  const [typed, type] = useUntilApplied(applied);
  const isDate = (text: string): boolean =>
    text === '' ? optional : readInstant(text) !== null && (kind === 'minute' || text.length === DAY_SIGNS);
  const change = (text: string): void => {
    type(text);
    if (isDate(text)) onApply(text);
  };
  return <DateField label={label} kind={kind} value={typed} onChange={change} error={isDate(typed) ? error : codes.notDate} />;
};
