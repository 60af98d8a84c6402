export { threads } from './assistant.queries.ts';
