export { latestChange } from './changes.repository.ts';
export { createWatched } from './watched.ts';
