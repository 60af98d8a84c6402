import { indexRule, type AudienceStore, showsAt, windowState } from '../audience/index.ts';
import { startOfDay } from '../warsaw-time/index.ts';
import type { PlannedContent } from './planned-content.ts';

const HALF_A_DAY = 12 * 3_600_000;

/** Returns the stores without a leaflet at noon of a day. Ignores segments, app versions and disabled leaflets (CAL-04). */
export const withoutLeaflet = <S extends AudienceStore>(items: readonly PlannedContent[], stores: readonly S[], day: string): S[] => {
  const at = Date.parse(startOfDay(day)) + HALF_A_DAY;
  const leaflets = items
    .filter((item) => item.contentType === 'leaflet' && !item.disabled && windowState(item, at) === 'open')
    .map((item) => indexRule(item));
  return stores.filter((store) => !leaflets.some((item) => showsAt(item, store)));
};
