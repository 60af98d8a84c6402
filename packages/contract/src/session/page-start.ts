import type { Brand } from './session.ts';

/** The product's own. */
export const noBrand: Brand = { name: 'Endcap', logo: null };

/** Id of the element of index.html that contains the configuration as JSON. */
export const WEB_CONFIG_ELEMENT = 'endcap-config';
