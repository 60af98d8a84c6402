import { keptDayDefaults, keptDayOfSend, keptDayReasons, keptDayRules, keptDaySettings } from '../kept-days/index.ts';

/** Fields that guests add to the day of a send, and the reasons for which they refuse one. */
export const guestsOfSend = { ...keptDayOfSend };
export const guestReasons = [...keptDayReasons] as const;

/** Sending rules of guests: for requests, for responses, and the defaults of a fresh installation. */
export const guestRules = { ...keptDayRules };
export const guestSettings = { ...keptDaySettings };
export const guestDefaults = { ...keptDayDefaults };
