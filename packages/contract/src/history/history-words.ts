import type { HistoryAction, HistoryKind } from './kinds.ts';

type Words = { kinds: Record<HistoryKind, string>; actions: Record<HistoryAction, string> };

/** What kinds and actions are called, on the screen and in files. */
export const historyWords: Record<'pl' | 'en', Words> = {
  pl: {
    kinds: {
      content: 'Treść',
      store: 'Sklep',
      storeGroup: 'Grupa sklepów',
      popup: 'Popup',
      knowledge: 'Wiedza asystenta',
      settings: 'Ustawienia',
      notification: 'Powiadomienie',
      segment: 'Segment',
      promoThreshold: 'Próg promocji',
      import: 'Import',
      subscriptions: 'Subskrypcje',
      history: 'Historia',
      session: 'Logowanie',
    },
    actions: {
      create: 'utworzenie',
      update: 'zmiana',
      delete: 'usunięcie',
      send: 'wysłanie',
      pause: 'wstrzymanie',
      resume: 'wznowienie',
      continue: 'dosłanie pozostałym',
      cancel: 'anulowanie',
      import: 'import',
      export: 'eksport',
      signIn: 'zalogowanie',
    },
  },
  en: {
    kinds: {
      content: 'Content',
      store: 'Store',
      storeGroup: 'Store group',
      popup: 'Popup',
      knowledge: 'Assistant knowledge',
      settings: 'Settings',
      notification: 'Notification',
      segment: 'Segment',
      promoThreshold: 'Promo threshold',
      import: 'Import',
      subscriptions: 'Subscriptions',
      history: 'History',
      session: 'Session',
    },
    actions: {
      create: 'created',
      update: 'changed',
      delete: 'deleted',
      send: 'sent',
      pause: 'paused',
      resume: 'resumed',
      continue: 'sent to the rest',
      cancel: 'cancelled',
      import: 'imported',
      export: 'exported',
      signIn: 'signed in',
    },
  },
};
