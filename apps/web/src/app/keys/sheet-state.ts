import { sharedValue } from '../../lib/shared-value.ts';

/** Whether the sheet of keys is shown; the `?` key and the menu of the person ask for it. */
export const keysSheet = sharedValue(false);
