export { appendHistory, appendHistories } from './history.repository.ts';
