export const DRAFTS = 'endcap.draft.';

/**
 * What was typed and not saved: the form, the form and tag that it started from, and when (milliseconds since 1970). `interrupted`: the
 * session ended meanwhile, so the form goes on from it unasked (D-53).
 */
export type Draft<Form> = { form: Form; base: Form; tag: string | null; savedAt: number; interrupted?: boolean };

/** Local copies of editors (ux 9). A key names person, kind and item, so nobody is offered somebody else's. */
export const drafts = {
  read: <Form>(key: string): Draft<Form> | null => {
    try {
      const draft = JSON.parse(localStorage.getItem(DRAFTS + key) ?? 'null');
      return draft?.form && draft.base && typeof draft.savedAt === 'number' ? draft : null;
    } catch {
      return null;
    }
  },
  /** Whether it was kept: a full storage costs the copy, not the typing. */
  write: <Form>(key: string, draft: Draft<Form>): boolean => {
    try {
      localStorage.setItem(DRAFTS + key, JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  },
  drop: (key: string): void => localStorage.removeItem(DRAFTS + key),
  /** Where copies of a form may lie: each visit has its own place, after a `#`. */
  placesOf: (key: string): string[] =>
    Object.keys(localStorage)
      .filter((name) => name === DRAFTS + key || name.startsWith(`${DRAFTS}${key}#`))
      .map((name) => name.slice(DRAFTS.length)),
  /** A shared computer keeps nothing after signing out. */
  dropAll: (): void => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(DRAFTS)) localStorage.removeItem(key);
  },
};
