import type { HistoryRow } from '@endcap/contract/history';
import { Fragment, type ReactNode } from 'react';
import { useLanguage, useMessages } from '../../lib/language.tsx';
import classes from './history.module.css';
import { historyMessages } from './history.messages.ts';
import type { Reading } from './past.ts';
import { changeText, onlyText } from './summary-values.ts';

/** Labels and formats of a form's fields. */
export type FieldWords = { label: (field: string) => string; reads: (field: string) => Reading };

type ChangeSummaryProps = {
  row: Pick<HistoryRow, 'action' | 'summary'>;
  words: FieldWords;
  /** Renders a label as a link to the field's own history. */
  renderLabel?: (field: string, label: string) => ReactNode;
};

/** Summary of a change in one line: "Ważne do: 30 lis → 8 gru · Sklepy: +2" (E-66). */
export const ChangeSummary = ({ row: { action, summary }, words: { label, reads }, renderLabel }: ChangeSummaryProps) => {
  const words = useMessages(historyMessages);
  const language = useLanguage();
  if (!summary || summary.fields.length === 0) return null;
  const textOf = action === 'update' ? changeText : onlyText;
  return (
    <span className={classes.summary}>
      {summary.fields.map((field, at) => (
        <Fragment key={field.field}>
          {at > 0 && <span>{' · '}</span>}
          <span>
            {renderLabel ? renderLabel(field.field, label(field.field)) : <span>{label(field.field)}</span>}
            <span>{`: ${textOf(field, reads(field.field), language)}`}</span>
          </span>
        </Fragment>
      ))}
      {summary.more > 0 && <span>{` · ${`+ ${words.fields(summary.more)}`.replaceAll(' ', '\u00A0')}`}</span>}
    </span>
  );
};
