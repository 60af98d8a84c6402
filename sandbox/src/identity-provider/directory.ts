import { adminFlag, storeClaim } from '@endcap/contract/session';
import { type DemoPerson, demoPeople } from '../demo/people.ts';

type Change = Partial<DemoPerson> & { disabled?: boolean };

/** The people of the provider and their claims. Tests change, add and remove people. */
export const createDirectory = (productKey: string) => {
  const people = new Map<string, DemoPerson>(demoPeople.map((person) => [person.id, { ...person }]));
  return {
    all: (): DemoPerson[] => [...people.values()],
    find: (id: string): DemoPerson | undefined => people.get(id),
    change: (id: string, { disabled, ...change }: Change): void => {
      if (disabled) people.delete(id);
      else
        people.set(id, {
          id,
          name: id,
          picture: null,
          isAdmin: false,
          storeId: null,
          about: { pl: '', en: '' },
          ...people.get(id),
          ...change,
        });
    },
    claimsOf: (person: DemoPerson) => ({
      sub: person.id,
      name: person.name,
      ...(person.picture && { picture: person.picture }),
      app_metadata: {
        ...(person.isAdmin !== undefined && { [adminFlag(productKey)]: person.isAdmin }),
        ...(person.storeId && { [storeClaim(productKey)]: person.storeId }),
      },
      ...person.claims,
    }),
  };
};
export type Directory = ReturnType<typeof createDirectory>;
