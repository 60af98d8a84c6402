import { lazyPart } from '../../lib/lazy-part.tsx';

export { threads } from './assistant.queries.ts';
/** Asks the assistant as a customer would. */
export const TryAssistant = lazyPart(
  () => import('./try-assistant.tsx'),
  (module) => module.TryAssistant,
);
