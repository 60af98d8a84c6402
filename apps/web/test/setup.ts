import '@testing-library/jest-dom/vitest';
import { WEB_CONFIG_ELEMENT, WebConfig } from '@endcap/contract/session';
import { cleanup, configure } from '@testing-library/react';
import 'temporal-polyfill/global';
import './own-texts.ts';
import { afterEach, inject } from 'vitest';
import { sample } from './sample.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Timeout of a test's waits, in ms. */
    patience: { state: number };
    reactStrictMode: boolean;
  }
}

// The server writes the configuration into the page; code reads it when it is loaded.
const config = document.createElement('script');
config.id = WEB_CONFIG_ELEMENT;
config.type = 'application/json';
config.textContent = JSON.stringify(sample(WebConfig, { appScheme: 'endcap://', map: null, brand: { name: 'Endcap', logo: null } }));
document.head.append(config);

// Role queries skip the costly check of visibility: nothing here has a stylesheet.
configure({
  asyncUtilTimeout: inject('patience').state,
  defaultHidden: true,
  // The nightly run has React do everything twice, as `npm run dev` does, which finds what is not undone or done while rendering.
  reactStrictMode: inject('reactStrictMode'),
});
// Nothing is laid out here, and long lists render only the rows that are in view.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 });
// happy-dom has no popovers, as which hints are shown.
Object.assign(HTMLElement.prototype, { showPopover: (): void => {}, hidePopover: (): void => {} });
afterEach(cleanup);
