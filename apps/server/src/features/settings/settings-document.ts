import { emptySettings, SettingsDocument } from '@endcap/contract/settings';

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Fills missing values of a document from another one, at any depth. */
const over = (whole: unknown, changes: unknown): unknown => {
  if (changes === undefined) return whole;
  if (!isNode(whole) || !isNode(changes)) return changes;
  const parts = new Map<string, unknown>(Object.entries(whole));
  for (const [key, part] of Object.entries(changes)) parts.set(key, over(parts.get(key), part));
  const all = Object.fromEntries(parts);
  return Array.isArray(whole) ? Object.values(all) : all;
};

const isGroup = (value: unknown): value is object => isNode(value) && !Array.isArray(value);

/** Merges new settings into the stored ones. Keeps stored settings that only another version has; replaces lists as a whole. */
export const mergeSettings = (stored: unknown, changes: unknown): unknown => {
  if (!isGroup(stored) || !isGroup(changes)) return changes;
  const parts = new Map<string, unknown>(Object.entries(stored));
  for (const [key, part] of Object.entries(changes)) parts.set(key, mergeSettings(parts.get(key), part));
  return Object.fromEntries(parts);
};

/** Parses stored settings. Settings added since they were stored get the values of a fresh installation (SET-17, A-108). */
export const documentOf = (stored: unknown): SettingsDocument => SettingsDocument.parse(over(emptySettings, stored));
