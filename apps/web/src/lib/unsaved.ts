import { session } from './current-session.ts';

/** Asks for confirmation. Resolves to true if unsaved input may be lost. */
type Ask = () => Promise<boolean>;

/** They survive an expiry, because the same person may sign in again while the form is still on the screen. */
const questions = session.own(() => new Set<Ask>(), { survivesExpiry: true });

/** Screens with unsaved input. `mayLeave` asks each of them before the page is left by other means than a link (ux 8). */
export const unsaved = {
  /** Returns a function that removes the question. */
  register: (ask: Ask): (() => void) => {
    const asks = questions();
    asks.add(ask);
    return () => void asks.delete(ask);
  },
  mayLeave: async (): Promise<boolean> => {
    for (const ask of questions()) if (!(await ask())) return false;
    return true;
  },
};
