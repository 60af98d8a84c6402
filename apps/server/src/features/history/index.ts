export { appendHistory, appendHistories, type Change, difference } from './history.repository.ts';
