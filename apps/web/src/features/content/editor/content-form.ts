import { type Aimed, includeStoreTypes, namesCovered } from '@endcap/contract/audience';
import {
  choicesOf,
  type Content,
  type ContentField,
  contentFieldNames,
  contentFieldSpecs,
  contentTypes,
  type ContentType,
  DEFAULT_TAB,
  hasField,
  isChoiceField,
  readEans,
  SentContent,
  withoutForeignFields,
} from '@endcap/contract/content';
import type { FieldCodes } from '@endcap/contract/core';
import { isTarget } from '@endcap/contract/deep-links';
import { daysLater, readInstant } from '@endcap/contract/warsaw-time';
import { z } from 'zod';

/** What the form holds: text, yes or no, lists, and EANs that are typed and not added. Derived fields are not in it. */
export type ContentForm = Record<string, string | boolean | string[]> & { contentType: string; typedEans: string };

/** §4, §9: a validity that is set fills the ends that are empty. */
const VALID_DAYS = 7;

export const formFields = contentFieldNames.filter((field) => contentFieldSpecs[field].input !== 'derived');

const asForm = (value: unknown): string | boolean | string[] =>
  typeof value === 'boolean' || Array.isArray(value) ? value : value === null || value === undefined ? '' : String(value);

// `contentType` is one of the fields and always text.
const formOf = (valueOf: (field: ContentField) => unknown): ContentForm =>
  ({ ...Object.fromEntries(formFields.map((field) => [field, asForm(valueOf(field))])), typedEans: '' }) as ContentForm;

export const emptyContentForm = (): ContentForm => formOf((field) => contentFieldSpecs[field].initial);
export const toContentForm = (item: Content): ContentForm => formOf((field) => item[field]);

/** Choices among numbers: the form holds their text. */
const numbers = contentFieldNames.filter(isChoiceField).filter((field) => choicesOf(field).every((one) => typeof one === 'number'));

/** The contract's rules over what the form holds; links of the scheme open in the app (D-13). */
export const contentFormSchema = (appScheme: string) =>
  z
    .preprocess((given) => {
      const form = given as ContentForm;
      return { ...form, ...Object.fromEntries(numbers.map((field) => [field, form[field] ? Number(form[field]) : null])) };
    }, SentContent)
    .check(({ value: { url }, issues }) => {
      if (url !== null && !isTarget(appScheme, url)) issues.push({ code: 'custom', path: ['url'], message: 'notTarget', input: url });
    });

export const typeOf = (form: ContentForm): ContentType => contentTypes.find((type) => type === form.contentType) ?? 'leaflet';

/** D-44: EANs in the entry are saved like those of the list; a type without them drops them. */
export const addTypedEans = (form: ContentForm): { form: ContentForm; problems: FieldCodes } => {
  const { eans, rejected } = readEans(form.typedEans);
  if (!hasField(typeOf(form), 'productEANs')) return { form: { ...form, typedEans: '' }, problems: {} };
  if (rejected.length > 0) return { form, problems: { typedEans: ['notEan'] } };
  const list = Array.isArray(form['productEANs']) ? form['productEANs'] : [];
  return { form: { ...form, productEANs: [...new Set([...list, ...eans])], typedEans: '' }, problems: {} };
};

const idsOf = (form: Partial<ContentForm>, field: ContentField): string[] => {
  const value = form[field];
  return Array.isArray(value) ? value : [];
};

/** What decides who sees the form's item once it is saved. */
export const aimedOf = (form: ContentForm): Aimed => {
  // The same fields, those that the type has not emptied.
  const { version, disabled, includeStoreType, ...values } = withoutForeignFields(form) as ContentForm;
  return {
    includeStoreType: includeStoreTypes.find((type) => type === includeStoreType) ?? '',
    includeStores: idsOf(values, 'includeStores'),
    excludeStores: idsOf(values, 'excludeStores'),
    includeStoreGroups: idsOf(values, 'includeStoreGroups'),
    excludeStoreGroups: idsOf(values, 'excludeStoreGroups'),
    segments: idsOf(values, 'segments'),
    version: String(version),
    disabled: disabled === true,
    // What is not a date is none yet.
    publicationStart: readInstant(String(values['publicationStart'])),
    publicationEnd: readInstant(String(values['publicationEnd'])),
  };
};

/** Filled fields that saving will empty, because the chosen type has them not (A-96, ux 12). */
export const droppedFields = (form: ContentForm): ContentField[] => {
  const empty = emptyContentForm();
  return formFields.filter((field) => !hasField(typeOf(form), field) && JSON.stringify(form[field]) !== JSON.stringify(empty[field]));
};

/**
 * What else a person's change brings with it: a validity start fills empty ends with seven days later (CONT-PUB-10..13, STATE-12), a banner
 * starts on the first tab, the first named store or group means those alone (D-41). Nothing that was typed is overwritten; what was `filled` this way follows.
 */
export const withConsequences = (
  before: ContentForm,
  part: Partial<ContentForm>,
  filled: Partial<ContentForm> = {},
): Partial<ContentForm> => {
  const more: Partial<ContentForm> = {};
  const isFree = (field: ContentField): boolean => before[field] === '' || (filled[field] !== undefined && filled[field] === before[field]);
  const start = readInstant(String(part['validityStart'] ?? ''));
  if (start !== null && start !== before['validityStart']) {
    const end = daysLater(start, VALID_DAYS);
    for (const field of ['validityEnd', 'publicationEnd'] as const) if (isFree(field)) more[field] = end;
  }
  const named = { includeStores: idsOf(part, 'includeStores'), includeStoreGroups: idsOf(part, 'includeStoreGroups') };
  if (isFree('includeStoreType') && namesCovered(aimedOf(before), named)) more['includeStoreType'] = '';
  if (part.contentType === 'banner' && before['tab'] === '') more['tab'] = DEFAULT_TAB;
  return { ...more, ...part };
};
