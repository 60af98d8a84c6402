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
  // In the nightly run React renders and runs effects twice, as in `npm run dev`, which finds missing clean-ups and impure renders.
  reactStrictMode: inject('reactStrictMode'),
});
// Nothing is laid out here, and long lists render only the rows that are in view.
Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 });
// happy-dom lacks the popovers that hints use.
Object.assign(HTMLElement.prototype, { showPopover: (): void => {}, hidePopover: (): void => {} });
afterEach(cleanup);
