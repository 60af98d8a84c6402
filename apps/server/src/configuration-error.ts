/** Thrown for settings that no retry can make work. The process exits with code 78 and this message (F71, D-1A). */
export class ConfigurationError extends Error {
  constructor(faults: readonly string[]) {
    super(`Configuration: ${faults.join(', ')}`);
  }
}
