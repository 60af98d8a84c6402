import { useBrand } from '../lib/brand.ts';

/** Title of the browser tab: the screen and the brand name (decision 60). */
export const PageTitle = ({ of }: { of: string }) => <title>{`${of} · ${useBrand().name}`}</title>;
