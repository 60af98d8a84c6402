import { pluginKindWords } from '../plugins/index.ts';
import type { HistoryAction, HistoryKind } from './kinds.ts';

type Words = { kinds: Record<HistoryKind, string>; actions: Record<HistoryAction, string>; planned: string; safety: string };

/** Names of kinds and actions, on the screen and in files. */
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
      audience: 'Zapisani odbiorcy',
      ...pluginKindWords.pl,
      segment: 'Segment',
      promoThreshold: 'Próg promocji',
      import: 'Import',
      customer: 'Dane klienta',
      subscriptions: 'Subskrypcje',
      history: 'Historia',
      session: 'Logowanie',
    },
    planned: 'zaplanowanie',
    safety: 'komunikat bezpieczeństwa',
    actions: {
      create: 'utworzenie',
      update: 'zmiana',
      delete: 'usunięcie',
      send: 'wysłanie',
      pause: 'wstrzymanie',
      resume: 'wznowienie',
      continue: 'dosłanie pozostałym',
      cancel: 'anulowanie',
      ask: 'prośba o zatwierdzenie',
      approve: 'zatwierdzenie',
      decline: 'odrzucenie',
      import: 'import',
      export: 'eksport',
      erase: 'wymazanie',
      signIn: 'logowanie',
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
      audience: 'Saved audience',
      ...pluginKindWords.en,
      segment: 'Segment',
      promoThreshold: 'Promo threshold',
      import: 'Import',
      customer: 'Customer data',
      subscriptions: 'Subscriptions',
      history: 'History',
      session: 'Sign-in',
    },
    planned: 'planned',
    safety: 'safety message',
    actions: {
      create: 'created',
      update: 'changed',
      delete: 'deleted',
      send: 'sent',
      pause: 'paused',
      resume: 'resumed',
      continue: 'sent to the rest',
      cancel: 'cancelled',
      ask: 'asked for approval',
      approve: 'approved',
      decline: 'declined',
      import: 'imported',
      export: 'exported',
      erase: 'erased',
      signIn: 'signed in',
    },
  },
};

/** The word for what is stored; a newer version may have stored more kinds and actions than this one has words for. */
const wordIn = (words: Readonly<Record<string, string>>, stored: string): string =>
  (Object.hasOwn(words, stored) ? words[stored] : null) ?? stored;

/** Returns the name of a kind. */
export const kindWord = (language: 'pl' | 'en', kind: string): string => wordIn(historyWords[language].kinds, kind);

/** Returns the name of an action. Creating a notification is named as planning; an immediate send has an action of its own. */
export const actionWord = (language: 'pl' | 'en', kind: string | undefined, action: string): string =>
  kind === 'notification' && action === 'create' ? historyWords[language].planned : wordIn(historyWords[language].actions, action);
