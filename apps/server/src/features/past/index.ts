export { startKeeping } from './keep-states.ts';
export type { PastState } from './known-items.ts';
export { createPast } from './past.ts';
