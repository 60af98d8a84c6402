/** In ms: for a state on the screen or in the data, for a start or the end of a send, for a whole test. */
export type Patience = { state: number; start: number; test: number };

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the forms: whether React does everything twice. */
    reactStrictMode: boolean;
    patience: Patience;
  }
}

/** Factor of the cases that a property test draws, compared to `npm test`. */
const cases = Math.max(1, Number(process.env['PROPERTY_CASES'] ?? 0) / 300);

/** Timeouts of tests in milliseconds, as a multiple of the usual ones. `SLOW=4` is for a machine under four times the load. */
export const patienceOf = (times: number): Patience => {
  const slow = times * Number(process.env['SLOW'] ?? 1);
  return { state: 15_000 * slow, start: 30_000 * slow, test: 120_000 * slow * cases };
};

/** True where forms are drawn in React's StrictMode. */
export const isStrict = (): boolean => process.env['REACT_STRICT_MODE'] === '1';
