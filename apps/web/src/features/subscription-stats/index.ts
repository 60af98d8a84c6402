export { statsSorts } from './stats-sorts.ts';
