export { startKeeping } from './keep-states.ts';
export { createPast } from './past.ts';
