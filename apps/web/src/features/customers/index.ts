import { lazyPart } from '../../lib/lazy-part.tsx';

/** Asks whether a customer's data is to be erased, and does. */
export const EraseCustomer = lazyPart(
  () => import('./erase-customer.tsx'),
  (module) => module.EraseCustomer,
);
