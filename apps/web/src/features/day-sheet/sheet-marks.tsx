import type { ContentField } from '@endcap/contract/content';
import type { SheetItem } from '@endcap/contract/day-sheet';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { contentMessages } from '../content/index.ts';
import { daySheetMessages } from './day-sheet.messages.ts';
import classes from './day-sheet.module.css';

/** Labels of changed fields, as in the editor. Derived fields have none. */
const useFieldNames = () => {
  const { fields } = useMessages(contentMessages);
  const labels: Partial<Record<string, string>> = fields satisfies Partial<Record<ContentField, string>>;
  return (names: readonly string[]): string => names.flatMap((name) => labels[name] ?? []).join(', ');
};

/** Marks items that begin or end today or changed since yesterday. Uses text, so a black-and-white print shows it (SHEET-01). */
export const SheetMarks = ({ item: { begins, ends, changed } }: { item: SheetItem }) => {
  const words = useMessages(daySheetMessages);
  const format = useFormat();
  const namesOf = useFieldNames();
  const time = (instant: string): string => format.time(Date.parse(instant));
  const fields = changed && namesOf(changed.fields);
  const marks = [
    begins && words.begins(time(begins)),
    ends && words.ends(format.endTime(Date.parse(ends))),
    changed && (changed.isNew ? words.isNew : fields && words.changed(fields)),
  ].filter((mark) => typeof mark === 'string' && mark !== '');
  return marks.length === 0 ? null : (
    <ul className={classes.marks} {...(changed && { title: words.changedSince(changed.by, format.moment(changed.at)) })}>
      {marks.map((mark) => (
        <li key={String(mark)}>{mark}</li>
      ))}
    </ul>
  );
};

/** The end of validity, if it is another day. */
export const useValidity = () => {
  const words = useMessages(daySheetMessages);
  const format = useFormat();
  return ({ validUntil, ends }: SheetItem): string | null =>
    validUntil === null || ends !== null ? null : words.until(format.endMoment(validUntil));
};
