import type { Usage } from '@endcap/contract/core';
import { type Language, plural } from '../lib/language.tsx';

type Forms = Parameters<typeof plural>[2];
const forms: Record<Language, Record<Usage['kind'], Forms>> = {
  pl: {
    storeGroup: { one: 'grupa sklepów', few: 'grupy sklepów', many: 'grup sklepów', other: 'grupy sklepów' },
    notification: { one: 'ważne powiadomienie', few: 'ważne powiadomienia', many: 'ważnych powiadomień', other: 'ważnego powiadomienia' },
    content: { one: 'treść', few: 'treści', many: 'treści', other: 'treści' },
    popup: { one: 'popup', few: 'popupy', many: 'popupów', other: 'popupu' },
    knowledge: { one: 'pozycja bazy wiedzy', few: 'pozycje bazy wiedzy', many: 'pozycji bazy wiedzy', other: 'pozycji bazy wiedzy' },
    settings: {
      one: 'miejsce w ustawieniach',
      few: 'miejsca w ustawieniach',
      many: 'miejsc w ustawieniach',
      other: 'miejsca w ustawieniach',
    },
    staff: { one: 'pracownik', few: 'pracowników', many: 'pracowników', other: 'pracownika' },
    mainDevice: {
      one: 'telefon ma go jako główny sklep',
      few: 'telefony mają go jako główny sklep',
      many: 'telefonów ma go jako główny sklep',
      other: 'telefonu ma go jako główny sklep',
    },
    subscribedDevice: {
      one: 'telefon subskrybuje jego powiadomienia',
      few: 'telefony subskrybują jego powiadomienia',
      many: 'telefonów subskrybuje jego powiadomienia',
      other: 'telefonu subskrybuje jego powiadomienia',
    },
  },
  en: {
    storeGroup: { one: 'store group', few: 'store groups', many: 'store groups', other: 'store groups' },
    notification: { one: 'valid notification', few: 'valid notifications', many: 'valid notifications', other: 'valid notifications' },
    content: { one: 'content item', few: 'content items', many: 'content items', other: 'content items' },
    popup: { one: 'popup', few: 'popups', many: 'popups', other: 'popups' },
    knowledge: { one: 'knowledge item', few: 'knowledge items', many: 'knowledge items', other: 'knowledge items' },
    settings: {
      one: 'place in the settings',
      few: 'places in the settings',
      many: 'places in the settings',
      other: 'places in the settings',
    },
    staff: { one: 'employee', few: 'employees', many: 'employees', other: 'employees' },
    mainDevice: {
      one: 'phone has it as main store',
      few: 'phones have it as main store',
      many: 'phones have it as main store',
      other: 'phones have it as main store',
    },
    subscribedDevice: {
      one: 'phone subscribes to its notifications',
      few: 'phones subscribe to its notifications',
      many: 'phones subscribe to its notifications',
      other: 'phones subscribe to its notifications',
    },
  },
};

/** `12 grup sklepów`: what uses an item, in the form that the number asks for. */
export const usageWords = (language: Language, kind: Usage['kind'], count: number): string =>
  `${new Intl.NumberFormat(language, { useGrouping: 'always' }).format(count)} ${plural(language, count, forms[language][kind])}`;
