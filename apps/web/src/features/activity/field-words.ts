import type { ContentField } from '@endcap/contract/content';
import type { FieldWords } from '../../frames/history/change-summary.tsx';
import type { Reading } from '../../frames/history/past.ts';
import { type Language, useLanguage } from '../../lib/language.tsx';
import { contentMessages, readingOf } from '../content/index.ts';
import { knowledgeMessages } from '../knowledge/index.ts';
import { popupMessages } from '../popups/index.ts';
import { settingsMessages } from '../settings/index.ts';
import { storeGroupMessages } from '../store-groups/index.ts';
import { storeFormFields, storeReading } from '../stores/index.ts';
import { activityMessages } from './activity.messages.ts';

type Labels = Readonly<Record<string, string>>;

/** The fields of a notification that can change after it was created. */
const ofNotifications = [
  ...(['title', 'content', 'url', 'image', 'validUntil', 'startsAt'] as const),
  ...(['includeStoreType', 'includeStores', 'excludeStores', 'includeStoreGroups', 'excludeStoreGroups'] as const),
];

/** The labels of a kind's fields, as in its form. */
const labelsOf = (kind: string | undefined, language: Language): Labels => {
  switch (kind) {
    case 'content':
      return contentMessages[language].fields;
    case 'store':
      return Object.fromEntries(Object.entries(storeFormFields).map(([field, { label }]) => [field, label[language]]));
    case 'storeGroup': {
      const { name, stores } = storeGroupMessages[language];
      return { name, includeStores: stores };
    }
    case 'popup': {
      const { name, text, version, repeat } = popupMessages[language];
      return { name, text, version, repeat };
    }
    case 'knowledge': {
      const { name, description, content } = knowledgeMessages[language];
      return { name, description, content };
    }
    case 'settings':
      return settingsMessages[language].fields;
    case 'notification': {
      const { fieldNames } = activityMessages[language];
      return Object.fromEntries(ofNotifications.map((field) => [field, fieldNames[field]]));
    }
    default:
      return {};
  }
};

/** Fields by which changes of a kind can be filtered. */
export const fieldsOf = (kind: string | undefined, language: Language): { value: string; label: string }[] =>
  Object.entries(labelsOf(kind, language))
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language));

const readingIn = (kind: string, field: string, language: Language): Reading => {
  const { sending, approval } = activityMessages[language];
  if (kind === 'content')
    return Object.hasOwn(contentMessages[language].fields, field) ? readingOf(field as ContentField, language) : undefined;
  if (kind === 'store') return storeReading(field, language);
  if (kind === 'knowledge') return field === 'validityEnd' ? 'end' : undefined;
  if (kind !== 'notification') return undefined;
  if (field === 'validUntil') return 'end';
  return field === 'sending' || field === 'followUps' ? sending : field === 'approval' ? approval : undefined;
};

/** Labels of the fields of a kind, as in its form. Kinds without a form have labels of the activity page. */
export const useFieldWords = (): ((kind: string) => FieldWords) => {
  const language = useLanguage();
  const others: Labels = activityMessages[language].fieldNames;
  return (kind) => {
    const labels = labelsOf(kind, language);
    return { label: (field) => labels[field] ?? others[field] ?? field, reads: (field) => readingIn(kind, field, language) };
  };
};
