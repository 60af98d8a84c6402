import { catalogue } from '../../../lib/language.tsx';

/** Texts about saved audiences that the send form shows before their list is opened. */
export const pickedMessages = catalogue(
  { open: 'Zapisani odbiorcy', picked: (name: string) => `Wybrano: ${name}`, used: 'ostatnio używani' },
  { open: 'Saved audiences', picked: (name) => `Chosen: ${name}`, used: 'used last' },
);
