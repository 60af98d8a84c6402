import { catalogue } from '../../lib/language.tsx';

/** Labels of the actions that start a new notification from a sent one. */
export const againMessages = catalogue(
  { whole: 'Wyślij ponownie', message: 'Użyj jako szkicu' },
  { whole: 'Send again', message: 'Use as a draft' },
);
