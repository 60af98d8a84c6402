export { NoAnswer, PhoneProblem } from './call-api.ts';
export type { Kept } from './kept-answer.ts';
export type { Destination } from './links.ts';
export type { PushData, PushStep } from './messages.ts';
export { createPhoneKit, type PhoneKit, type PhoneKitOptions } from './phone-kit.ts';
export type { PhoneFacts } from './registration.ts';
export { type PhoneStorage, webStorage } from './storage.ts';
export type { AppViewer } from './viewer.ts';
