export const made = new Date();
export const milliseconds = Date.now();
export const passedOn = Date.now;
export const text = Date();
export const instant = Temporal.Now.instant();
// Neither reads a clock.
export const given = [new Date(0), Date.parse('2026-01-01'), performance.now()];
