import { WEB_CONFIG_ELEMENT, type WebConfig } from '@endcap/contract/session';

/** What the server wrote into the page; the only place that knows where it stands. */
export const config: WebConfig = JSON.parse(document.getElementById(WEB_CONFIG_ELEMENT)?.textContent ?? '{}');
