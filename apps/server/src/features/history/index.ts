export { appendHistory, appendHistories, lastChanges } from './history.repository.ts';
