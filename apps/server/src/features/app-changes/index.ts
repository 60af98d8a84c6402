export { createLatestChange } from './look-at-changes.ts';
export { createWatched } from './watched.ts';
