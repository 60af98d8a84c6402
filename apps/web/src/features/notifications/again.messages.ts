import { catalogue } from '../../lib/language.tsx';

/** What can be made of a notification that was sent. */
export const againMessages = catalogue(
  { whole: 'Wyślij ponownie', message: 'Użyj jako szkicu' },
  { whole: 'Send again', message: 'Use as a draft' },
);
