import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestResult, TestStep } from '@playwright/test/reporter';

const LONGEST = 20;

/** Writes to WAITS_FILE for what the browser tests waited longest: `{ test, ms }` of a key, an address or a state, with the line that waited. */
export default class LongestWaits implements Reporter {
  private readonly waits: { test: string; ms: number }[] = [];

  onStepEnd(_test: TestCase, _result: TestResult, { category, title, duration: ms, location }: TestStep): void {
    if (location && ['expect', 'pw:api'].includes(category))
      this.waits.push({ test: `${relative('.', location.file)}:${location.line} › ${title}`, ms });
  }

  onEnd(): void {
    const file = process.env['WAITS_FILE'];
    if (file) writeFileSync(file, JSON.stringify(this.waits.toSorted((a, b) => b.ms - a.ms).slice(0, LONGEST)));
  }
}
