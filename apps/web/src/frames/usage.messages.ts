import type { Usage } from '@endcap/contract/core';
import { type Language, plural } from '../lib/language.tsx';

type Forms = Parameters<typeof plural>[2];
const forms: Record<Language, Record<Usage['kind'], Forms>> = {
  pl: {
    storeGroup: { one: 'grupa sklepów', few: 'grupy sklepów', many: 'grup sklepów', other: 'grupy sklepów' },
    notification: { one: 'ważne powiadomienie', few: 'ważne powiadomienia', many: 'ważnych powiadomień', other: 'ważnego powiadomienia' },
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
