export { statsSorts } from './stats-table.ts';
