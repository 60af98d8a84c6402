import { type ContentFilters, contentViewRoutes } from '@endcap/contract/content';
import { useEffect } from 'react';
import { call } from '../../../../lib/api.ts';
import { useLatest } from '../../../../lib/drawn-for.ts';

/** Filters that stay so long are in use. */
const SETTLED_MS = 2_000;

/** EDIT-07: keeps the filters that are in use; none are none to keep. */
export const useRemembered = (filters: ContentFilters): void => {
  const text = JSON.stringify(filters);
  const latest = useLatest(() => filters);
  useEffect(() => {
    if (text === '{}') return;
    // What could not be kept is missed by nobody now.
    const timer = setTimeout(() => void call(contentViewRoutes.remember, { body: latest() }).catch(() => {}), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text, latest]);
};
