export { startSnapshots } from './write-snapshots.ts';
export { createPast } from './past.ts';
export type { PastState } from './past-state.ts';
