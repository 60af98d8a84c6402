export { KeepDay } from './keep-day.tsx';
export { KeptDayList } from './kept-day-list.tsx';
export { keptDayMessages } from './kept-days.messages.ts';
