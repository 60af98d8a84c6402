import { catalogue } from '../../../lib/language.tsx';

/** What the form itself says of saved audiences. */
export const pickedMessages = catalogue(
  { open: 'Zapisani odbiorcy', picked: (name: string) => `Wybrano: ${name}`, used: 'ostatnio używani' },
  { open: 'Saved audiences', picked: (name) => `Chosen: ${name}`, used: 'used last' },
);
