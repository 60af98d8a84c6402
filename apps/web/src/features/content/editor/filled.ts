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

/** What still follows the field that it was filled from: a value that was saved meanwhile is a stored one, which only a person changes. */
export const unsaved = (filled: Partial<ContentForm>, stored: Partial<Record<string, unknown>> | null): Partial<ContentForm> =>
  Object.fromEntries(Object.entries(filled).filter(([field, value]) => stored?.[field] !== value));
