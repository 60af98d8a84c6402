export { endings } from './endings.ts';
export { plansOf } from './plans.ts';
