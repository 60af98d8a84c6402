import type { Language } from '../../lib/language.tsx';

type Words = { says: string; narrow: string };
type Covered = { group: (name: string) => Words; store: (name: string) => Words; several: Words };

/** Messages for an audience that names stores or groups in addition to "all". */
export const coveredMessages: Record<Language, Covered> = {
  pl: {
    group: (name) => ({ says: `„Wszystkie” już obejmuje grupę ${name}.`, narrow: `Ogranicz do grupy ${name}` }),
    store: (name) => ({ says: `„Wszystkie” już obejmuje sklep ${name}.`, narrow: `Ogranicz do sklepu ${name}` }),
    several: { says: '„Wszystkie” już obejmuje wybrane sklepy i grupy.', narrow: 'Ogranicz do wybranych' },
  },
  en: {
    group: (name) => ({ says: `“All” already includes the group ${name}.`, narrow: `Limit to the group ${name}` }),
    store: (name) => ({ says: `“All” already includes the store ${name}.`, narrow: `Limit to the store ${name}` }),
    several: { says: '“All” already includes the chosen stores and groups.', narrow: 'Limit to the chosen ones' },
  },
};
