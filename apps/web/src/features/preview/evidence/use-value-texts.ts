import { contentFieldSpecs } from '@endcap/contract/content';
import { FILE_PREFIX, IMAGE_PREFIX } from '@endcap/contract/files';
import type { EvidenceChange } from '@endcap/contract/preview';
import { type Language, useFormat, useLanguage, useMessages } from '../../../lib/language.tsx';
import { choiceWordsOf, contentMessages } from '../../content/index.ts';
import { popupMessages } from '../../popups/index.ts';
import { settingsMessages } from '../../settings/index.ts';
import { storeFormFields } from '../../stores/index.ts';
import { evidenceMessages } from './evidence.messages.ts';
import { plainText } from './plain-text.ts';

type Kind = EvidenceChange['kind'];

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
/** Returns true for a field that contains an end. */
const isEnd = (field: string): boolean => field.endsWith('End') || field === 'validUntil';
const lists: ReadonlySet<string> = new Set(['includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups']);

/** Fields in markdown. */
const formatted: Partial<Record<Kind, ReadonlySet<string>>> = {
  content: new Set(Object.entries(contentFieldSpecs).flatMap(([field, { input }]) => (input === 'markdown' ? [field] : []))),
  popup: new Set(['text']),
  settings: new Set(['hideClientCodeText']),
};

/** Labels of fields, as in the editor of their kind. A settings field without a label keeps its name. */
const labelsOf = (kind: Kind, language: Language): Partial<Record<string, string>> => {
  switch (kind) {
    case 'content':
      return contentMessages[language].fields;
    case 'popup': {
      const { text, version, repeat } = popupMessages[language];
      return { text, version, repeat };
    }
    case 'settings':
      return settingsMessages[language].fields;
    case 'store':
      return Object.fromEntries(Object.entries(storeFormFields).map(([field, { label }]) => [field, label[language]]));
    case 'storeGroup':
      return { includeStores: evidenceMessages[language].members };
    case 'notification':
      return evidenceMessages[language].fields;
    default:
      return {};
  }
};

/** Labels of the values of a choice field. */
const choicesOf = (kind: Kind, field: string, language: Language): Partial<Record<string, string>> => {
  const choices: Partial<Record<string, Partial<Record<string, string>>>> =
    kind === 'content' ? choiceWordsOf(contentMessages[language]) : {};
  return choices[field] ?? {};
};

/** Returns the parts of a list entry as one text, without its id. */
const entriesText = (value: object, partText: (part: unknown) => string): string =>
  Object.entries(value)
    .filter(([name, part]) => name !== 'id' && part !== null && part !== '')
    .map(([, part]) => partText(part))
    .join(', ');

/** Returns labels and values of the history as the editors show them; stores and groups by name. */
export const useValueTexts = (names: Readonly<Record<string, string>>) => {
  const words = useMessages(evidenceMessages);
  const format = useFormat();
  const language = useLanguage();
  const textOf = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return words.empty;
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    if (typeof value === 'number') return format.number(value);
    if (Array.isArray(value)) return value.length === 0 ? words.empty : value.map(textOf).join('; ');
    if (typeof value === 'object') return entriesText(value, textOf);
    const text = String(value);
    if (text.startsWith(IMAGE_PREFIX)) return words.picture;
    if (text.startsWith(FILE_PREFIX)) return words.file;
    return INSTANT.test(text) ? format.minute(text) : (names[text] ?? text);
  };
  const valueOf = (kind: Kind, field: string, value: unknown): string => {
    if (kind === 'storeGroup') return Array.isArray(value) && value.length > 0 ? words.yes : words.no;
    if (lists.has(field) && Array.isArray(value) && value.length === 0) return words.without;
    if (field === 'segments' && Array.isArray(value) && value.length === 0) return words.allCustomers;
    if (isEnd(field) && (value === null || value === '')) return words.noEnd;
    if (isEnd(field) && typeof value === 'string' && INSTANT.test(value)) return format.endMinute(value);
    return choicesOf(kind, field, language)[String(value ?? '')] ?? textOf(value);
  };
  return {
    labelOf: (kind: Kind, field: string): string => labelsOf(kind, language)[field] ?? field,
    /** Old and new value of a field. Markdown is shown as plain text, or as source if only the formatting differs. */
    valuesOf: (kind: Kind, { field, before, after }: EvidenceChange['fields'][number]): [was: string, is: string] => {
      const [was, is] = [valueOf(kind, field, before), valueOf(kind, field, after)];
      const [read, readNow] = formatted[kind]?.has(field) ? [plainText(was), plainText(is)] : [was, is];
      return read === readNow ? [was, is] : [read, readNow];
    },
  };
};
