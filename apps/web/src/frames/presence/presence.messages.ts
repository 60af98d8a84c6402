import { catalogue, plural } from '../../lib/language.tsx';

const namesAnd = (names: readonly string[], and: string): string => names.join(` ${and} `);

/** Who else is here (EDIT-06). */
export const presenceMessages = catalogue(
  {
    /** One or two people by name. */
    editing: (names: readonly string[]) => `${namesAnd(names, 'i')} też to ${names.length === 1 ? 'edytuje' : 'edytują'}`,
    editingMany: (name: string, more: number) =>
      `${name} i ${more} ${plural('pl', more, { one: 'inna osoba', few: 'inne osoby', other: 'innych osób' })} też to edytują`,
    elsewhere: 'Masz to otwarte w innej karcie',
  },
  {
    editing: (names) => `${namesAnd(names, 'and')} ${names.length === 1 ? 'is' : 'are'} editing this as well`,
    editingMany: (name, more) => `${name} and ${more} others are editing this as well`,
    elsewhere: 'You have this open in another tab',
  },
);
