export { settingsMessages } from './settings.messages.ts';
