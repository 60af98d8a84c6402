import { FILE_PREFIX, fileUrl, IMAGE_PREFIX } from '@endcap/contract/files';
import { readInstant } from '@endcap/contract/warsaw-time';
import type { Entry, FormShape } from '../../form/merge.ts';
import { useFormat, useMessages } from '../../lib/language.tsx';
import { historyMessages } from './history.messages.ts';
import classes from './history.module.css';
import type { Reading } from './past.ts';

export const isEntries = (value: FormShape[string] | undefined): value is Entry[] =>
  Array.isArray(value) && value.some((one) => typeof one === 'object');

const isFile = (text: string): boolean => text.startsWith(IMAGE_PREFIX) || text.startsWith(FILE_PREFIX);
const nameOfFile = (reference: string): string => reference.slice(reference.indexOf(':') + 1);

/** Returns entries as text, one line for each part. A choice is shown by its label. */
export const entryText = (entries: readonly Entry[], reading: Reading): string =>
  entries
    .map((entry) =>
      Object.entries(entry)
        .filter(([name, part]) => name !== 'id' && part !== '')
        .map(([, part]) => (isFile(part) ? nameOfFile(part) : (typeof reading === 'object' && reading[part]) || part))
        .join('\n'),
    )
    .join('\n\n');

/** Names by id, and the files that are no longer stored; both are needed to show values. */
export type ValueContext = { names: Readonly<Record<string, string>>; missingFiles: readonly string[] };
type ShownValueProps = { label: string; reading: Reading; value: FormShape[string] | undefined; context: ValueContext };

const File = ({ label, value, context }: { label: string; value: string; context: ValueContext }) => {
  const words = useMessages(historyMessages);
  const url = fileUrl(value, '', value.startsWith(IMAGE_PREFIX) ? 320 : undefined);
  if (context.missingFiles.includes(nameOfFile(value)) || url === null) return <em>{words.fileGone}</em>;
  return value.startsWith(IMAGE_PREFIX) ? (
    <img className={classes.picture} src={url} alt={words.picture(label)} />
  ) : (
    <a href={url} target="_blank" rel="noopener">
      {words.file}
    </a>
  );
};

/** Shows one value of a form: a moment in Warsaw time, the label of a choice, or a file (A-31, A-32, HIST-02). */
export const ShownValue = ({ label, reading, value, context }: ShownValueProps) => {
  const words = useMessages(historyMessages);
  const format = useFormat();
  if (typeof value === 'boolean') return <span>{value ? words.yes : words.no}</span>;
  const text = typeof value === 'string' ? value : '';
  if (typeof reading === 'object' && reading[text] !== undefined) return <span>{reading[text]}</span>;
  if (text === '') return <em>{reading === 'end' ? words.noEnd : words.empty}</em>;
  if ((reading === 'instant' || reading === 'end') && readInstant(text) !== null)
    return <span>{reading === 'end' ? format.endMinute(text) : format.minute(text)}</span>;
  if (reading === 'file') return <File label={label} value={text} context={context} />;
  return <span>{context.names[text] ?? text}</span>;
};
