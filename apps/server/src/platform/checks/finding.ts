/** What one look found. `note`: nothing is wrong, and somebody should know all the same. `todo` is said of what is wrong. */
export type Finding = { name: string; state: 'ok' | 'note' | 'wrong'; says: string; todo?: string };
export type Found = Omit<Finding, 'name'>;

export const ok = (says: string): Found => ({ state: 'ok', says });
export const note = (says: string): Found => ({ state: 'note', says });
export const wrong = (says: string, todo: string): Found => ({ state: 'wrong', says, todo });

/** Of a host with several addresses each may fail for itself, and the whole says nothing. */
const sentenceOf = (error: unknown): string => {
  if (error instanceof AggregateError) return sentenceOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};

/** Longer than any look needs; what hangs is wrong. */
const WITHIN_MS = 20_000;

/** A look that throws, or does not come back, found something wrong as well. */
export const look = async (name: string, looks: () => Promise<Found>, todo: string): Promise<Finding> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Found>((resolve) => {
    timer = setTimeout(() => resolve(wrong(`no answer within ${WITHIN_MS / 1000} s`, todo)), WITHIN_MS);
  });
  const looked = looks().catch((error: unknown) => wrong(sentenceOf(error), todo));
  return { name, ...(await Promise.race([looked, late]).finally(() => clearTimeout(timer))) };
};
