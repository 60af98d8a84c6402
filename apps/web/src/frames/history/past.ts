import { FILE_PREFIX, IMAGE_PREFIX } from '@endcap/contract/files';
import type { EditedKind, HistoryChange, Version } from '@endcap/contract/history';
import type { Language } from '../../lib/language.tsx';
import type { FormShape } from '../../form/merge.ts';

type Fields = Record<string, unknown>;

/** Format of a field's value: an instant, an end (E-62), a file, the labels of its choices, or plain text (undefined). */
export type Reading = 'instant' | 'end' | 'file' | Readonly<Record<string, string>> | undefined;

/** The part of an editor's definition that its history needs. */
export type PastOf<Form extends FormShape, Entity extends object> = {
  kind: EditedKind;
  /** An empty item. Its values are the defaults for fields that an older version lacks. */
  blank: Fields;
  reads?: (field: keyof Form & string, language: Language) => Reading;
  toForm: (entity: Entity, language: Language) => Form;
};

const isGroup = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns `version` with the fields that it lacks from `defaults`, also within groups. */
const withDefaults = (defaults: Fields, version: Fields): Fields => {
  const parts = Object.entries(version).map(([name, value]): [string, unknown] => {
    const byDefault = defaults[name];
    return [name, isGroup(byDefault) && isGroup(value) ? withDefaults(byDefault, value) : value];
  });
  return { ...defaults, ...Object.fromEntries(parts) };
};

/** Converts a version to form values. Fields that it lacks come from the stored item, or else from `blank`. */
export const formOfVersion = <Form extends FormShape, Entity extends object>(
  { blank, toForm }: PastOf<Form, Entity>,
  version: Fields,
  now: Entity | null,
  language: Language,
): Form =>
  // A form reads only editable fields, and a version has all of them.
  toForm(withDefaults({ ...blank, ...now }, version) as unknown as Entity, language);

/** Returns the version before a change; null before the item was created. */
export const versionBefore = ({ action, version, changes }: HistoryChange): Version =>
  action === 'create' ? null : { ...version, ...Object.fromEntries(Object.entries(changes).map(([field, [before]]) => [field, before])) };

const isMissing = (value: unknown, missing: readonly string[]): boolean =>
  typeof value === 'string' && missing.some((name) => value === IMAGE_PREFIX + name || value === FILE_PREFIX + name);

/** Returns the form without files that are no longer stored, because a save would be refused (HIST-05). `left`: their number. */
export const withoutFiles = <Form extends FormShape>(form: Form, missing: readonly string[]): { form: Form; left: number } => {
  let left = 0;
  const storedOnly = <T>(value: T): T | string => {
    if (!isMissing(value, missing)) return value;
    left += 1;
    return '';
  };
  const fields = Object.entries(form).map(([field, value]) => [
    field,
    Array.isArray(value)
      ? value.map((one) =>
          typeof one === 'string' ? one : Object.fromEntries(Object.entries(one).map(([name, part]) => [name, storedOnly(part)])),
        )
      : storedOnly(value),
  ]);
  // The same fields, each with a value of its kind.
  return { form: Object.fromEntries(fields) as Form, left };
};
