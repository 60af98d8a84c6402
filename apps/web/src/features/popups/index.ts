export { popupMessages } from './popup.messages.ts';
