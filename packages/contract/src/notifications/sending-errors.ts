/** Why a notification could not be sent, as its `errors` say it to every reader of the API; the page has the same in its languages. */
export const sendingErrors = {
  emptyAudience: 'No device matches the audience (0 devices).',
  everyoneLimited: 'Every device of the audience has had as many notifications within seven days as the limit allows.',
  payload: 'The push service refused the content of the notification.',
  credential: 'The push service refused our credentials.',
  storeGone: 'The store was deleted before the planned start.',
  contentGone: 'The content it leads to was deleted before the planned start.',
  validityOver: 'The end of validity had passed at the planned start.',
} as const;
export type SendingError = keyof typeof sendingErrors;
const codes: readonly SendingError[] = [
  'emptyAudience',
  'everyoneLimited',
  'payload',
  'credential',
  'storeGone',
  'contentGone',
  'validityOver',
];

/** The sentence, and after it the push service's own words. */
export const sendingError = (code: SendingError, detail = ''): string => `${sendingErrors[code]} ${detail}`.trim();

/** Reads an error text: its code and the push service's own words; null for an unknown text. */
export const readSendingError = (text: string): { code: SendingError; detail: string } | null => {
  const code = codes.find((one) => text.startsWith(sendingErrors[one]));
  return code ? { code, detail: text.slice(sendingErrors[code].length).trim() } : null;
};
