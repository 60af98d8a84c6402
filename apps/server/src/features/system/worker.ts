// What every process needs, without what the staff API alone shows.
export { announceProcess } from './announce-process.ts';
