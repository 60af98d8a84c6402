import { lazyPart } from '../../lib/lazy-part.tsx';

/** Erases a customer's data after confirmation. */
export const EraseCustomer = lazyPart(
  () => import('./erase-customer.tsx'),
  (module) => module.EraseCustomer,
);
