import { fileUrl } from '../files/index.ts';
import { type Brand, noBrand } from '../session/index.ts';
import type { SettingsDocument } from './settings.ts';

/** Enough for the corner of a screen with many pixels. */
const LOGO_WIDTH = 160;

/** The chain's name and logo, as far as they are set. */
export const brandOf = ({ appName, appLogo }: Pick<SettingsDocument, 'appName' | 'appLogo'>): Brand => ({
  name: appName ?? noBrand.name,
  logo: appLogo && fileUrl(appLogo, '', LOGO_WIDTH),
});
