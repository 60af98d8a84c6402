import { keptDayDefaults, keptDayOfSend, keptDayReasons, keptDayRules, keptDaySettings } from '../kept-days/index.ts';

/** Fields that plugins add to the day of a send, and the reasons for which they refuse one. */
export const pluginsOfSend = { ...keptDayOfSend };
export const pluginReasons = [...keptDayReasons] as const;

/** Sending rules of plugins: for requests, for responses, and the defaults of a fresh installation. */
export const pluginRules = { ...keptDayRules };
export const pluginSettings = { ...keptDaySettings };
export const pluginDefaults = { ...keptDayDefaults };
