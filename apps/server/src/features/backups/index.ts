export { type LastBackup, lastBackup, noteBackup } from './last-backup.repository.ts';
export { lastDrill, noteDrill } from './last-drill.repository.ts';
