export { addKeptDayRoutes } from './admin.routes.ts';
export { isReservedFor, keptDayOfStore } from './hold-stores.ts';
export { keptForStore } from './kept-day.repository.ts';
export { keptDaysNaming } from './kept-day-usage.repository.ts';
export { readKeptDays } from './present-kept-days.ts';
