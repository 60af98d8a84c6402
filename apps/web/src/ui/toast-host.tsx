import { useSyncExternalStore } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { toastHost } from '../lib/toast.ts';

const Toasts = lazyPart(
  () => import('./toasts.tsx'),
  (module) => module.Toasts,
);

/** Container of the toasts, loaded with the first one. */
export const ToastHost = () => {
  const wanted = useSyncExternalStore(toastHost.subscribe, toastHost.get);
  return wanted ? <Toasts /> : null;
};
