import { useBrand } from '../lib/brand.ts';

/** What the browser's tab says: the screen, and whose back-office it is (decision 60). */
export const PageTitle = ({ of }: { of: string }) => <title>{`${of} · ${useBrand().name}`}</title>;
