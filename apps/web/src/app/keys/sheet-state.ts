import { sharedValue } from '../../lib/shared-value.ts';

/** True while the list of keyboard shortcuts is open. The `?` key and the account menu open it. */
export const keysSheet = sharedValue(false);
