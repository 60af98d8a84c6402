import type { SendStatus } from '@endcap/contract/notifications';

/** Colours of the status of a send: running is blue, waiting for a person yellow, failed red, done grey. */
export const standingColors: Record<SendStatus, string> = {
  planned: 'indigo',
  overdue: 'yellow',
  unapproved: 'yellow',
  counting: 'blue',
  sending: 'blue',
  waiting: 'yellow',
  paused: 'yellow',
  cancelled: 'gray',
  declined: 'gray',
  notSent: 'red',
  partlySent: 'red',
  sent: 'gray',
  corrected: 'gray',
  takenBack: 'gray',
};
