export { appendHistory, appendHistories, difference } from './history.repository.ts';
