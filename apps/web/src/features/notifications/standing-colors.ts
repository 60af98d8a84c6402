import type { Standing } from '@endcap/contract/notifications';

/** Of where a send stands: what goes on is blue, what waits for somebody yellow, what failed red; what needs nothing more is grey. */
export const standingColors: Record<Standing, string> = {
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
