export { appendHistory } from './history.repository.ts';
