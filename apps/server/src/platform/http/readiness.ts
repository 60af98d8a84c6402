/** A part that an API needs. A vital one must answer now; any other must have answered once, since most routes work without it. */
export type ReadyPart = { name: string; vital: boolean; check: () => Promise<unknown> };
type Readiness = { ready: boolean; missing: string[] };

/** Time for which a result is cached, so that frequent requests cannot load the parts (H15). */
const CACHE_MS = 1_000;
const CHECK_WITHIN_MS = 3_000;

const within = async (check: () => Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    // After a stalled event loop, timers run first. The answer may have arrived meanwhile.
    timer = setTimeout(() => setImmediate(resolve, false), CHECK_WITHIN_MS);
  });
  const answered = check().then(
    () => true,
    () => false,
  );
  return Promise.race([answered, late]).finally(() => clearTimeout(timer));
};

/** Returns a function that checks all parts and returns the names of the missing ones (D-1A). */
export const createReadiness = (parts: readonly ReadyPart[]): (() => Promise<Readiness>) => {
  const reached = new Set<string>();
  const checkAll = async (): Promise<Readiness> => {
    const answers = await Promise.all(parts.map(async (part) => ({ ...part, isThere: await within(part.check) })));
    for (const { name, isThere } of answers) if (isThere) reached.add(name);
    const missing = answers.filter(({ isThere }) => !isThere);
    return { ready: missing.every(({ name, vital }) => !vital && reached.has(name)), missing: missing.map(({ name }) => name) };
  };
  let last: { at: number; result: Promise<Readiness> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > CACHE_MS) last = { at: now, result: checkAll() };
    return last.result;
  };
};
