import { actionWord, type HistoryRow, historyWords, kindWord } from '@endcap/contract/history';
import { ChangeSummary } from '../../frames/history/change-summary.tsx';
import { useFormat, useLanguage, useMessages } from '../../lib/language.tsx';
import { activityMessages } from './activity.messages.ts';
import classes from './activity.module.css';
import { useFieldWords } from './field-words.ts';

/** The subject of a row: the kind and the item's name at that time. */
export const useSubject = (): ((row: Omit<HistoryRow, 'summary'>) => string) => {
  const words = useMessages(activityMessages);
  const language = useLanguage();
  const lists: Readonly<Record<string, string>> = words.imported;
  return ({ kind, action, label, safety, deleted }) => {
    const name = kind === 'import' && label !== null ? (lists[label] ?? label) : label;
    const isGone = deleted && action !== 'delete';
    return [kindWord(language, kind), safety && ` (${historyWords[language].safety})`, name && `: ${name}`, isGone && ` (${words.deleted})`]
      .filter(Boolean)
      .join('');
  };
};

/** The action; empty for sign-ins and imports, whose kind names it already (E-6D). */
export const useActionWord = (): ((row: Pick<HistoryRow, 'kind' | 'action'>) => string) => {
  const language = useLanguage();
  return ({ kind, action }) => (kind === 'session' || kind === 'import' ? '' : actionWord(language, kind, action));
};

const counted = ['created', 'updated', 'removed'] as const;

/** The changes of a row, below its subject; for an import, how many items it created, changed and removed (E-66, E-6D). */
export const RowSummary = ({ row }: { row: HistoryRow }) => {
  const words = useMessages(activityMessages);
  const format = useFormat();
  const fieldWords = useFieldWords();
  if (!row.summary || row.summary.fields.length === 0) return null;
  if (row.kind !== 'import')
    return (
      <div className={classes.changed}>
        <ChangeSummary row={row} words={fieldWords(row.kind)} />
      </div>
    );
  const counts = row.summary.fields.flatMap(({ field, after }) => {
    const name = counted.find((one) => one === field);
    return name && typeof after === 'number' && after > 0 ? [`${words.counted[name]}: ${format.number(after)}`] : [];
  });
  return <div className={classes.changed}>{counts.length > 0 ? counts.join(' · ') : words.importedNothing}</div>;
};
