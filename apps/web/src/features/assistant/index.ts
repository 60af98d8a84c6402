import { lazyPart } from '../../lib/lazy-part.tsx';

export { threads } from './assistant.queries.ts';
/** Lets administrators try the assistant as a customer would use it. */
export const TryAssistant = lazyPart(
  () => import('./try-assistant.tsx'),
  (module) => module.TryAssistant,
);
