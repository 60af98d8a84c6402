export { type AppChanges, createAppChanges } from './app-changes.ts';
export { CHANGE_CHANNEL, latestChange } from './changes.repository.ts';
export { createLatestChange, type LatestChange } from './latest-change.ts';
