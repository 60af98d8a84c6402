import { readInstant } from '@endcap/contract/warsaw-time';
import { useMessages } from '../lib/language.tsx';
import { useUntilApplied } from '../lib/use-until-applied.ts';
import { DateField } from '../ui/date-field.tsx';
import type { DateKind, DateUse } from '../ui/date-kind.ts';
import { codeMessages } from './code.messages.ts';

const DAY_SIGNS = 'YYYY-MM-DD'.length;

type AppliedDateProps = {
  label: string;
  kind: DateKind;
  use: DateUse;
  /** The applied date; empty for none. */
  applied: string;
  onApply: (value: string) => void;
  /** True if the field may stay empty. */
  optional?: boolean;
  /** A further error of the applied date. */
  error?: string | undefined;
};

/**
 * A date that a page is about. Readable input is applied; any other text stays in the field with an error (D-43). Meanwhile `isReadable` is
 * false, and the page shows the former date.
 */
export const useAppliedDate = ({ applied, kind, onApply, optional = false, error, ...field }: AppliedDateProps) => {
  const codes = useMessages(codeMessages);
  const [typed, type] = useUntilApplied(applied);
  const canRead = (text: string): boolean =>
    text === '' ? optional : readInstant(text) !== null && (kind === 'minute' || text.length === DAY_SIGNS);
  const choose = (text: string): void => {
    type(text);
    if (canRead(text)) onApply(text);
  };
  const isReadable = canRead(typed);
  return {
    isReadable,
    /** The last date that could be read. */
    date: isReadable ? typed : applied,
    /** Sets the date from outside of the field, also in place of a text that cannot be read. */
    choose,
    field: { ...field, kind, value: typed, onChange: choose, error: isReadable ? error : codes.notDate },
  };
};

/** `useAppliedDate` as a field. */
export const AppliedDate = (props: AppliedDateProps) => <DateField {...useAppliedDate(props).field} />;
