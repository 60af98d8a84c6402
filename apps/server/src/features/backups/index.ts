export { type LastBackup, lastBackup, noteBackup } from './last-backup.repository.ts';
