/** Settings that cannot work, however long one waits: a process that meets one ends with 78 and these words (F71, D-1A). */
export class ConfigurationError extends Error {
  constructor(faults: readonly string[]) {
    super(`Configuration: ${faults.join(', ')}`);
  }
}
