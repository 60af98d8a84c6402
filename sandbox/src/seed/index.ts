export { demoPeople } from '../demo/people.ts';
export { demoKnowledge, questionBank } from './demo-data.ts';
export { seedEditorial } from './seed-editorial.ts';
export { seed } from './seed.ts';
