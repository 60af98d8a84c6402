export { startKeeping } from './keep-states.ts';
export { createPast } from './past.ts';
export type { PastState } from './past-state.ts';
