/** Asks the person; true when what is not saved may be lost. */
type Ask = () => Promise<boolean>;

const asks = new Set<Ask>();

/** Screens with something that is not saved; leaving by other means than a link asks them (ux 8). */
export const unsaved = {
  /** Returns how to take the question back. */
  register: (ask: Ask): (() => void) => {
    asks.add(ask);
    return () => void asks.delete(ask);
  },
  mayLeave: async (): Promise<boolean> => {
    for (const ask of asks) if (!(await ask())) return false;
    return true;
  },
};
