export type StepParams = { devices: number; seed: number };
/** Figures, and the violated invariants. */
export type StepResult = { broken: string[] } & Record<string, unknown>;
