import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastHost } from '../lib/toast.ts';

const Toasts = lazy(() => import('./toasts.tsx').then((module) => ({ default: module.Toasts })));

/** Where toasts appear, loaded with the first one. */
export const ToastHost = () => {
  const wanted = useSyncExternalStore(toastHost.subscribe, toastHost.isWanted);
  return wanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null;
};
