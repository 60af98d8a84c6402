import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { extractPackage, onPath } from './system-package.ts';

const kept = 'node_modules/.cache/promtool';

/** Path of Prometheus' promtool: an installed one, else out of Debian's package, of which nothing is installed or started. Throws one sentence when none can be had. */
export const findPromtool = (): string => {
  const known = process.env['PROMTOOL_PATH'] ?? onPath(['promtool']);
  if (known) return known;
  const fetched = join(kept, 'usr/bin/promtool');
  if (existsSync(fetched)) return fetched;
  console.error('No promtool is installed: fetching one for the tests of the metrics …');
  mkdirSync(kept, { recursive: true });
  if (extractPackage('prometheus', kept) && existsSync(fetched)) return fetched;
  throw new Error("The tests of the metrics need Prometheus' promtool: install it, or set PROMTOOL_PATH to one.");
};
