import type { Overlay } from '@endcap/contract/preview';
import type { z } from 'zod';

const KEY = 'endcap.laid-form';

/** PREV-07: an unsaved form that the preview shows, which editor it is of, and where that is. `at`: when it was laid over, milliseconds since 1970. */
export type LaidForm = { overlay: z.input<typeof Overlay>; editor: string; name: string; path: string; at: number };

/** An editor by its kind and its item; null: a new one. */
export const editorOf = (kind: string, id: string | null): string => `${kind}/${id ?? ''}`;

/** Kept as long as the tab is open and nobody signs out, so that a reload of the preview has it still. */
export const laidForm = {
  get: (): LaidForm | null => {
    try {
      const form = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
      return form?.overlay && typeof form.path === 'string' ? form : null;
    } catch {
      return null;
    }
  },
  /** Whether it was kept. */
  set: (form: Omit<LaidForm, 'at'>): boolean => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ ...form, at: Date.now() }));
      return true;
    } catch {
      return false;
    }
  },
};
