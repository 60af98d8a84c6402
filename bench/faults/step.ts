export type Asked = { devices: number; seed: number };
/** Figures, and what did not hold. */
export type StepResult = { broken: string[] } & Record<string, unknown>;
