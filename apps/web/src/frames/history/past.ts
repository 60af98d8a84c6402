import { FILE_PREFIX, IMAGE_PREFIX } from '@endcap/contract/files';
import type { EditedKind, HistoryChange, Version } from '@endcap/contract/history';
import type { Language } from '../../lib/language.tsx';
import type { FormShape } from '../../form/merge.ts';

type Fields = Record<string, unknown>;

/** How the text of a field is read: as an instant, as an end (E-62), as a file, by the words of its choices, or as it stands. */
export type Reading = 'instant' | 'end' | 'file' | Readonly<Record<string, string>> | undefined;

/** What the history has to know of an editor. */
export type PastOf<Form extends FormShape, Entity extends object> = {
  kind: EditedKind;
  /** An item without anything in it: what a version lacks that is older than a field. */
  blank: Fields;
  reads?: (field: keyof Form & string, language: Language) => Reading;
  toForm: (entity: Entity, language: Language) => Form;
};

const isGroup = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a version, with what it lacks from another. */
const over = (whole: Fields, given: Fields): Fields => {
  const parts = Object.entries(given).map(([name, value]): [string, unknown] => {
    const held = whole[name];
    return [name, isGroup(held) && isGroup(value) ? over(held, value) : value];
  });
  return { ...whole, ...Object.fromEntries(parts) };
};

/** A version as the form shows it; what the history does not tell is as it is stored now. */
export const formOfVersion = <Form extends FormShape, Entity extends object>(
  { blank, toForm }: PastOf<Form, Entity>,
  version: Fields,
  now: Entity | null,
  language: Language,
): Form =>
  // A form reads no other fields than those that are edited, and those a version has.
  toForm(over({ ...blank, ...now }, version) as unknown as Entity, language);

/** What an item was before a change; null before it was made. */
export const versionBefore = ({ action, version, changes }: HistoryChange): Version =>
  action === 'create' ? null : { ...version, ...Object.fromEntries(Object.entries(changes).map(([field, [before]]) => [field, before])) };

const isMissing = (value: unknown, missing: readonly string[]): boolean =>
  typeof value === 'string' && missing.some((name) => value === IMAGE_PREFIX + name || value === FILE_PREFIX + name);

/** A form without files that are not kept any more: whoever saved it would be refused (HIST-05). */
export const withoutFiles = <Form extends FormShape>(form: Form, missing: readonly string[]): { form: Form; left: number } => {
  let left = 0;
  const kept = <T>(value: T): T | string => {
    if (!isMissing(value, missing)) return value;
    left += 1;
    return '';
  };
  const fields = Object.entries(form).map(([field, value]) => [
    field,
    Array.isArray(value)
      ? value.map((one) =>
          typeof one === 'string' ? one : Object.fromEntries(Object.entries(one).map(([name, part]) => [name, kept(part)])),
        )
      : kept(value),
  ]);
  // The same fields, each with a value of its kind.
  return { form: Object.fromEntries(fields) as Form, left };
};
