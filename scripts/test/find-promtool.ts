import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { extractPackage, onPath } from './system-package.ts';

const CACHE = 'node_modules/.cache/promtool';

/** Path of Prometheus' promtool: an installed one, else out of Debian's package, of which nothing is installed or started. Throws one sentence when none can be had. */
export const findPromtool = (): string => {
  const configured = process.env['PROMTOOL_PATH'] ?? onPath(['promtool']);
  if (configured) return configured;
  const fetched = join(CACHE, 'usr/bin/promtool');
  if (existsSync(fetched)) return fetched;
  console.error('No promtool is installed: fetching one for the tests of the metrics …');
  mkdirSync(CACHE, { recursive: true });
  if (extractPackage('prometheus', CACHE) && existsSync(fetched)) return fetched;
  throw new Error("The tests of the metrics need Prometheus' promtool: install it, or set PROMTOOL_PATH to one.");
};
