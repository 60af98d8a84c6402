import { browserStorage } from './browser-storage.ts';

export const DRAFTS = 'endcap.draft.';

/**
 * Unsaved input: the form, the form and tag that it started from, and its time (milliseconds since 1970). `interrupted`: the session ended
 * meanwhile, so the form resumes from it without asking (D-53).
 */
export type Draft<Form> = { form: Form; base: Form; tag: string | null; savedAt: number; interrupted?: boolean };

/** Drafts of editors in local storage (ux 9). The key contains the person, so a draft is not offered to others. */
export const drafts = {
  read: <Form>(key: string): Draft<Form> | null => {
    try {
      const draft = JSON.parse(browserStorage.get(DRAFTS + key) ?? 'null');
      return draft?.form && draft.base && typeof draft.savedAt === 'number' ? draft : null;
    } catch {
      return null;
    }
  },
  /** Stores a draft. Returns false if the storage is full; only the draft is lost then, not the input. */
  write: <Form>(key: string, draft: Draft<Form>): boolean => browserStorage.set(DRAFTS + key, JSON.stringify(draft)),
  drop: (key: string): void => void browserStorage.remove(DRAFTS + key),
  /** Returns the keys under which copies of a form are stored: each visit adds a suffix of its own after a `#`. */
  keysOf: (key: string): string[] =>
    browserStorage
      .keys()
      .filter((name) => name === DRAFTS + key || name.startsWith(`${DRAFTS}${key}#`))
      .map((name) => name.slice(DRAFTS.length)),
};
