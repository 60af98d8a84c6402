export { endWhatIsOld, startEnding } from './end-what-is-old.ts';
