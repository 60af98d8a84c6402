export { ClosedDays } from './closed-days-part.tsx';
export { dayWordsMessages } from './day-words.messages.ts';
export { OpenNow } from './open-now-part.tsx';
