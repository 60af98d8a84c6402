import { catalogue } from '../../../lib/language.tsx';

/** CARE-05: product recalls and other dangers, which nothing holds back. */
export const safetyMessages = catalogue(
  {
    name: 'Komunikat bezpieczeństwa',
    mark: 'To jest komunikat bezpieczeństwa',
    hint: 'Wycofanie produktu lub inne zagrożenie. Wychodzi od razu, przed innymi wysyłkami; nie wstrzymuje go dzienny limit, limit na klienta, godziny ciszy ani zatwierdzanie.',
    confirmTitle: 'Wysłać komunikat bezpieczeństwa?',
    type: (word: string) => `Wpisz ${word}, aby wysłać`,
  },
  {
    name: 'Safety message',
    mark: 'This is a safety message',
    hint: 'A product recall or another danger. It goes out at once, before other sends; the daily quota, the limit per customer, quiet hours and approval do not hold it back.',
    confirmTitle: 'Send this safety message?',
    type: (word) => `Type ${word} to send it`,
  },
);
