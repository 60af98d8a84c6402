import { useSearch } from '@tanstack/react-router';

type Begun = { copy?: string | undefined; from?: number | undefined; thread?: string | undefined; message?: number | undefined };

/** What the address has a new item begin with: another one (EDIT-01), the change that deleted one (HIST-06), a customer's question; null: nothing. */
export const useBegunFrom = (): string | null => {
  const { copy, from, thread, message }: Begun = useSearch({ strict: false });
  return copy ?? from?.toString() ?? (thread && message ? `${thread}/${message}` : null);
};
