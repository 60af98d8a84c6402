import { useSearch } from '@tanstack/react-router';

type Begun = Partial<Record<'copy' | 'thread' | 'type', string>> & Partial<Record<'from' | 'message', number>>;

/**
 * What the address has a new item begin with: another one (EDIT-01), the change that deleted one (HIST-06), a customer's question, a type
 * (EDIT-04); null: nothing.
 */
export const useBegunFrom = (): string | null => {
  const { copy, from, thread, message, type }: Begun = useSearch({ strict: false });
  return copy ?? from?.toString() ?? (thread && message ? `${thread}/${message}` : (type ?? null));
};
