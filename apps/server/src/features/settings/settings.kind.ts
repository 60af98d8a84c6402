import { SettingsDraft, type SettingsPatch } from '@endcap/contract/settings';
import { newId } from '../../platform/ids.ts';
import type { EntityKind } from '../entities/index.ts';
import { missingFiles } from '../files/index.ts';
import { deferLooser } from './later-approval.ts';
import { lockSettings, readSettings, type StoredSettings, writeSettings } from './settings.repository.ts';

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges groups key by key and replaces everything else. */
const merged = (before: SettingsDraft, patch: Partial<Record<keyof SettingsPatch, unknown>>): Record<string, unknown> => {
  const all: Record<string, unknown> = { ...before };
  for (const [key, value] of Object.entries(patch)) {
    const current = all[key];
    all[key] = isGroup(current) && isGroup(value) ? { ...current, ...value } : value;
  }
  return all;
};

const filesOf = ({ appLogo, loyalty }: SettingsDraft): [string, string | null][] => [
  ['appLogo', appLogo],
  ['loyalty.mainBanner', loyalty.mainBanner],
  ...loyalty.regulations.map(({ file }, at): [string, string | null] => [`loyalty.regulations.${at}.file`, file]),
];

/** Rules for writing the settings, a single row that always exists (SET-14). */
export const settingsKind: EntityKind<SettingsDraft, StoredSettings> = {
  name: 'settings',
  draft: SettingsDraft,
  lock: lockSettings,
  read: readSettings,
  insert: () => Promise.reject(new Error('The settings are there from the start')),
  update: (db, _id, draft, mark) => writeSettings(db, draft, mark),
  remove: () => Promise.reject(new Error('The settings cannot be removed')),
  merge: merged,
  complete: async (db, draft, before, by) => {
    const usedIds = new Set<string>();
    // Gives each question a unique id, even if the request has the same id twice.
    const questions = draft.loyalty.questions.map(({ id, ...rest }) => {
      const named = { id: id === undefined || usedIds.has(id) ? newId() : id, ...rest };
      usedIds.add(named.id);
      return named;
    });
    const sending = before && by ? await deferLooser(db, { before: before.sending, draft: draft.sending, by }) : draft.sending;
    return { ...draft, sending, loyalty: { ...draft.loyalty, questions } };
  },
  check: (db, draft, before) => {
    const existing = new Set(before ? filesOf(before).map(([, file]) => file) : []);
    return missingFiles(
      db,
      filesOf(draft).map(([field, file]) => [field, file, existing.has(file) ? file : null]),
    );
  },
};
