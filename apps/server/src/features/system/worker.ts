// Exports for all processes, without the parts that only the staff API shows.
export { announceProcess } from './announce-process.ts';
