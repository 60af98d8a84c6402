export { endings } from './endings.ts';
