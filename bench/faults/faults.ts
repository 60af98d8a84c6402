import { randomInt } from 'node:crypto';
import { steps } from './steps.ts';

/**
 * Injects faults while notifications are sent, then checks that no phone was missed and none got two. Arguments: devices (default
 * 200,000), seed (random by default, and printed), steps (default all). Exits with code 1 when an invariant is violated.
 */
export const benchFaults = async ([devices = '200000', seed = String(randomInt(2 ** 31)), ...wanted]: readonly string[] = []) => {
  const report: Record<string, unknown> = { bench: 'faults', devices: Number(devices), seed: Number(seed) };
  let violations = 0;
  for (const [name, step] of Object.entries(steps)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const startedAt = performance.now();
    const { broken, ...figures } = await step({ devices: Number(devices), seed: Number(seed) });
    violations += broken.length;
    const result = { ...figures, broken, seconds: Math.round((performance.now() - startedAt) / 1000) };
    report[name] = result;
    console.error(JSON.stringify({ step: name, ...result }));
  }
  if (violations > 0) process.exitCode = 1;
  return { ...report, violations };
};
