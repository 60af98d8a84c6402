import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findWrk } from '../scripts/test/find-wrk.ts';

type Load = {
  /** Requested in turn; all of them on the same server. */
  urls: readonly string[];
  headers?: Record<string, string>;
  connections?: number;
  seconds: number;
  /** Milliseconds between a response and the next request of its connection. */
  pauseMs?: number;
};
/** Milliseconds; `failed`: responses with a status of 400 or more, and broken connections. */
export type Loaded = { perSecond: number; p50: number; p99: number; longest: number; bytesEach: number; failed: number };

/** Sends requests over keep-alive connections. Without pauses, one thread of wrk is several times faster than a client in Node. */
export const load = async ({ urls, headers = {}, connections = 32, seconds, pauseMs = 0 }: Load): Promise<Loaded> => {
  const [first = ''] = urls;
  const folder = mkdtempSync(join(tmpdir(), 'endcap-wrk-'));
  const questions = join(folder, 'questions');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\t`);
  writeFileSync(questions, urls.map((url) => `${lines.join('')}${url.slice(new URL(url).origin.length)}\n`).join(''));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', 'bench/wrk.lua', new URL(first).origin];
  const wrk = spawn(findWrk(), [...args, '--', questions, String(pauseMs)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const output = await text(wrk.stdout);
  rmSync(folder, { recursive: true });
  const report = /^wrk: (.*)$/m.exec(output)?.[1];
  if (report === undefined) throw new Error(`wrk reported nothing:\n${output}`);
  const { requests, microseconds, bytes, ...rest } = JSON.parse(report) as Omit<Loaded, 'perSecond' | 'bytesEach'> &
    Record<'requests' | 'microseconds' | 'bytes', number>;
  return { perSecond: Math.round(requests / (microseconds / 1e6)), bytesEach: Math.round(bytes / Math.max(1, requests)), ...rest };
};
