import type { Usage } from '@endcap/contract/core';
import { type Language, plural } from '../lib/language.tsx';
import { withOther } from '../lib/with-other.ts';

/** A noun in the forms that numbers ask for, and what follows it whatever the number. */
type Words = { noun: Parameters<typeof plural>[2]; rest?: string };

const urzadzenie = { one: 'urządzenie', few: 'urządzenia', many: 'urządzeń', other: 'urządzenia' };
const device = { one: 'device', other: 'devices' };

const words: Record<Language, Record<Usage['kind'] | 'other', Words>> = {
  pl: {
    storeGroup: { noun: { one: 'grupa', few: 'grupy', many: 'grup', other: 'grupy' }, rest: 'sklepów' },
    notification: {
      noun: { one: 'ważne powiadomienie', few: 'ważne powiadomienia', many: 'ważnych powiadomień', other: 'ważnego powiadomienia' },
    },
    savedAudience: {
      noun: { one: 'pozycja', few: 'pozycje', many: 'pozycji', other: 'pozycji' },
      rest: 'wśród zapisanych odbiorców',
    },
    keptDay: {
      noun: { one: 'dzień zarezerwowany', few: 'dni zarezerwowane', many: 'dni zarezerwowanych', other: 'dnia zarezerwowanego' },
      rest: 'dla centrali',
    },
    content: { noun: { one: 'treść', other: 'treści' } },
    popup: { noun: { one: 'popup', few: 'popupy', many: 'popupów', other: 'popupu' } },
    knowledge: { noun: { one: 'pozycja', few: 'pozycje', many: 'pozycji', other: 'pozycji' }, rest: 'bazy wiedzy' },
    settings: { noun: { one: 'miejsce', few: 'miejsca', many: 'miejsc', other: 'miejsca' }, rest: 'w ustawieniach' },
    staff: { noun: { one: 'pracownik', few: 'pracowników', many: 'pracowników', other: 'pracownika' } },
    mainDevice: { noun: urzadzenie, rest: 'z tym sklepem jako głównym' },
    subscribedDevice: { noun: urzadzenie, rest: 'z subskrypcją jego powiadomień' },
    other: { noun: { one: 'inne miejsce', few: 'inne miejsca', many: 'innych miejsc', other: 'innego miejsca' } },
  },
  en: {
    storeGroup: { noun: { one: 'store group', other: 'store groups' } },
    notification: { noun: { one: 'valid notification', other: 'valid notifications' } },
    savedAudience: { noun: { one: 'saved audience', other: 'saved audiences' } },
    keptDay: { noun: { one: 'day', other: 'days' }, rest: 'kept free by head office' },
    content: { noun: { one: 'content item', other: 'content items' } },
    popup: { noun: { one: 'popup', other: 'popups' } },
    knowledge: { noun: { one: 'knowledge item', other: 'knowledge items' } },
    settings: { noun: { one: 'place', other: 'places' }, rest: 'in the settings' },
    staff: { noun: { one: 'employee', other: 'employees' } },
    mainDevice: { noun: device, rest: 'with it as main store' },
    subscribedDevice: { noun: device, rest: 'subscribed to its notifications' },
    other: { noun: { one: 'other place', other: 'other places' } },
  },
};

/** `12 grup sklepów`: what uses an item, in the form that the number asks for. */
export const usageWords = (language: Language, kind: Usage['kind'], count: number): string => {
  const { noun, rest } = withOther(words[language], kind, words[language].other);
  const counted = `${new Intl.NumberFormat(language, { useGrouping: 'always' }).format(count)} ${plural(language, count, noun)}`;
  return rest === undefined ? counted : `${counted} ${rest}`;
};
