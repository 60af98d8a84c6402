export { startEnding } from './end-what-is-old.ts';
