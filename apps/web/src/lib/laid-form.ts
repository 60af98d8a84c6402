import type { Overlay } from '@endcap/contract/preview';
import type { z } from 'zod';
import { session } from './kept-session.ts';

const KEY = 'endcap.laid-form';

/**
 * PREV-07: an unsaved form that the preview shows, where the copy of it lies (null: nothing was typed), and where its editor is (`search`:
 * what its address has it begin with). `at`: when it was laid over, milliseconds since 1970.
 */
export type LaidForm = { overlay: z.input<typeof Overlay>; copy: string | null; name: string; path: string; search?: object; at: number };

type Owned = LaidForm & { owner: string };
const owner = (): string | undefined => session.get()?.person.id;

/** Kept as long as the tab is open and nobody signs out in it, so that a reload of the preview has it still; never somebody else's (decision 96). */
export const laidForm = {
  get: (): LaidForm | null => {
    try {
      const { owner: whose, ...form } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
      return whose !== undefined && whose === owner() && form.overlay && typeof form.path === 'string' ? form : null;
    } catch {
      return null;
    }
  },
  /** The editor has its copy again: what comes there after that is another visit. */
  isBack: (): void => {
    const form = laidForm.get();
    if (form) sessionStorage.setItem(KEY, JSON.stringify({ ...form, copy: null, owner: owner() }));
  },
  /** Whether it was kept. */
  set: (form: Omit<LaidForm, 'at'>): boolean => {
    const whose = owner();
    if (whose === undefined) return false;
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ ...form, at: Date.now(), owner: whose } satisfies Owned));
      return true;
    } catch {
      return false;
    }
  },
};
