import { WEB_CONFIG_ELEMENT, type WebConfig } from '@endcap/contract/session';

/** Configuration that the server embeds in the page. All code reads it from here. */
export const config: WebConfig = JSON.parse(document.getElementById(WEB_CONFIG_ELEMENT)?.textContent ?? '{}');
