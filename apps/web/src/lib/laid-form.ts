import type { Overlay } from '@endcap/contract/preview';
import type { z } from 'zod';
import { tabStorage } from './browser-storage.ts';
import { session } from './current-session.ts';

const KEY = 'endcap.laid-form';

/**
 * An unsaved form that the preview shows (PREV-07), with the key of its copy (null: nothing was typed) and the path of its editor.
 * `search`: the start of a new item that the editor's address names. `at`: time of the overlay, in milliseconds since 1970.
 */
export type LaidForm = { overlay: z.input<typeof Overlay>; copy: string | null; name: string; path: string; search?: object; at: number };

type Owned = LaidForm & { owner: string };
const owner = (): string | undefined => session.get()?.person.id;

/** Stored in the tab until a sign-out, so that a reload of the preview keeps the form. Only its own person can read it (decision 96). */
export const laidForm = {
  get: (): LaidForm | null => {
    try {
      const { owner: whose, ...form } = JSON.parse(tabStorage.get(KEY) ?? '{}');
      return whose !== undefined && whose === owner() && form.overlay && typeof form.path === 'string' ? form : null;
    } catch {
      return null;
    }
  },
  /** Removes the key of the draft once the editor has restored it, so that a later visit starts without it. */
  isBack: (): void => {
    const form = laidForm.get();
    if (form) tabStorage.set(KEY, JSON.stringify({ ...form, copy: null, owner: owner() }));
  },
  /** Stores the form. Returns false if nobody is signed in or the storage is full. */
  set: (form: Omit<LaidForm, 'at'>): boolean => {
    const whose = owner();
    return whose !== undefined && tabStorage.set(KEY, JSON.stringify({ ...form, at: Date.now(), owner: whose } satisfies Owned));
  },
};
