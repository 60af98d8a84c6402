import { matchesVersion } from '@endcap/contract/app-version';

type Versioned = { version: string };

export const isForEveryVersion = ({ version }: Versioned): boolean => version === '';

/** Which phones are shown a popup that has something to show (POPUP-EDIT-15). */
export const isForVersion = (popup: Versioned, appVersion: string): boolean =>
  isForEveryVersion(popup) || matchesVersion(popup.version, appVersion);
