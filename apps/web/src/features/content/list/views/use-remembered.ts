import type { ContentFilters } from '@endcap/contract/content';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../../../lib/api.ts';

/** Milliseconds without a change after which filters are saved. */
const SETTLED_MS = 2_000;

/** Saves the filters that are in use, unless they are empty (EDIT-07). */
export const useRemembered = (filters: ContentFilters): void => {
  const text = JSON.stringify(filters);
  // Errors are ignored, because the save runs in the background.
  const keep = useEffectEvent(() => void call('PUT /api/v1/content-views/last', { body: filters }).catch(() => {}));
  useEffect(() => {
    if (text === '{}') return;
    const timer = setTimeout(() => keep(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
};
