export { appendHistory, appendHistories, lastChanges } from './history.repository.ts';
export { proveChanges } from './prove-changes.ts';
export { waitsForSeal } from './seal.repository.ts';
export { startSealing, type SealReport, verifySeals } from './seal-history.ts';
