/** Result of one check. `note`: not a fault, but worth knowing. `todo`: how to fix a fault. */
export type Finding = { name: string; state: 'ok' | 'note' | 'wrong'; says: string; todo?: string };
/** A finding without the name of its check. */
export type CheckResult = Omit<Finding, 'name'>;

export const ok = (says: string): CheckResult => ({ state: 'ok', says });
export const note = (says: string): CheckResult => ({ state: 'note', says });
export const wrong = (says: string, todo: string): CheckResult => ({ state: 'wrong', says, todo });

/** Returns the message of an error. A host with several addresses throws an `AggregateError` without one, so its first error is used. */
const sentenceOf = (error: unknown): string => {
  if (error instanceof AggregateError) return sentenceOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
};

/** Longer than any check takes. A check that exceeds it has failed. */
const WITHIN_MS = 20_000;

/** Runs a check. A check that throws, or does not end in time, is `wrong`. */
export const runCheck = async (name: string, check: () => Promise<CheckResult>, todo: string): Promise<Finding> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => resolve(wrong(`no answer within ${WITHIN_MS / 1000} s`, todo)), WITHIN_MS);
  });
  const checked = check().catch((error: unknown) => wrong(sentenceOf(error), todo));
  return { name, ...(await Promise.race([checked, late]).finally(() => clearTimeout(timer))) };
};
