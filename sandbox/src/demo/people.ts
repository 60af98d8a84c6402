import { demoId } from './demo-ids.ts';

export type DemoPerson = {
  id: string;
  name: string;
  picture: string | null;
  isAdmin: unknown;
  storeId: string | null;
  about: Record<'pl' | 'en', string>;
  /** User info that wins over what follows from the rest. */
  claims?: Record<string, unknown>;
};

const portrait = (initials: string, colour: string): string =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${colour}"/><text x="20" y="26" font-family="sans-serif" font-size="16" fill="#fff" text-anchor="middle">${initials}</text></svg>`)}`;

/** People who can sign in at the sandbox identity provider. */
export const demoPeople: DemoPerson[] = [
  {
    id: 'admin',
    name: 'Anna Wójcik',
    picture: portrait('AW', '#1F6F4A'),
    isAdmin: true,
    storeId: null,
    about: { pl: 'administratorka, centrala', en: 'administrator, head office' },
  },
  {
    id: 'staff-1',
    name: 'Stanisław Żak',
    picture: portrait('SŻ', '#7A4B12'),
    isAdmin: false,
    storeId: demoId('store', 101),
    about: { pl: 'pracownik sklepu 101', en: 'employee of store 101' },
  },
  {
    id: 'staff-2',
    name: 'Łucja Dąbrowska',
    picture: null,
    isAdmin: false,
    storeId: demoId('store', 102),
    about: { pl: 'pracowniczka sklepu 102', en: 'employee of store 102' },
  },
  {
    id: 'no-store',
    name: 'Marek Nowy',
    picture: null,
    isAdmin: false,
    storeId: null,
    about: { pl: 'pracownik bez sklepu', en: 'employee without a store' },
  },
];
