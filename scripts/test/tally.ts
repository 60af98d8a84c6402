/** What a part of `npm test` found; a failure names what failed, with the first line of why where there is one. */
export type Tally = { passed: number; failures: readonly string[] };
