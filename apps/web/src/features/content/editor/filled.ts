import { createContext, use } from 'react';
import type { ContentForm } from './content-form.ts';

type Filled = {
  /** What the form filled by itself, and with what. */
  filled: Partial<ContentForm>;
  /** `chosen` is the field that the person set: it is filled by nobody but them from now on. */
  onFill: (part: Partial<ContentForm>, chosen: string) => void;
};

/** Lets a field say that its value came by itself, as long as nobody changed it (ux 14). */
export const FilledContext = createContext<Filled>({ filled: {}, onFill: () => {} });
export const useFilled = (): Filled => use(FilledContext);
