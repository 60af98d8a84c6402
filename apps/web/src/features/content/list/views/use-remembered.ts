import type { ContentFilters } from '@endcap/contract/content';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../../../lib/api.ts';

/** Filters that stay so long are in use. */
const SETTLED_MS = 2_000;

/** EDIT-07: keeps the filters that are in use; none are none to keep. */
export const useRemembered = (filters: ContentFilters): void => {
  const text = JSON.stringify(filters);
  // A failure is ignored: nobody waits for it.
  const keep = useEffectEvent(() => void call('PUT /api/v1/content-views/last', { body: filters }).catch(() => {}));
  useEffect(() => {
    if (text === '{}') return;
    const timer = setTimeout(() => keep(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
};
