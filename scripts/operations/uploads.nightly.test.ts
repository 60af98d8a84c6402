import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startProduct } from '../test/running-product.ts';
import { SMALL_PDF } from '../test/small-pdf.ts';
import { tokenOf } from '../test/token-of.ts';

const UPLOADS = 50;
/** More of one person's uploads wait for their turn. */
const OF_ONE_PERSON = 2;
const MEGABYTES = 20;
/** Answers to an upload: on a slow machine some wait or are read longer than they may. */
const ANSWERS = new Set(['stored', 'too_many_requests: Too many uploads, try again later', 'invalid: file: tooSlow']);
const GROWTH_AT_MOST = 150;

/** The process of a launcher that runs a file. */
const pidOf = (launcher: number | undefined, file: string): number => {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const isChild = new RegExp(`^PPid:\\s+${launcher}$`, 'm').test(readFileSync(`/proc/${pid}/status`, 'utf8'));
      if (isChild && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(file)) return Number(pid);
    } catch {
      // Gone between the two looks.
    }
  }
  throw new Error(`No process runs ${file}`);
};
const residentMegabytes = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);

/** A pdf of one page with a stream of 20 MB, each with other bytes, as a browser sends it. */
const body = (n: number): ReadableStream<Uint8Array> => {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  const piece = text(String(n).padEnd(1024 * 1024, 'x'));
  const [before = '', after = ''] = SMALL_PDF.split('trailer');
  let left = MEGABYTES - 1;
  return new ReadableStream({
    start: (to) => {
      to.enqueue(text('--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n'));
      to.enqueue(text(`${before}4 0 obj<</Length ${left * piece.length}>>stream\n`));
    },
    pull: (to) => {
      if (left-- > 0) return to.enqueue(piece);
      to.enqueue(text(`\nendstream endobj\ntrailer${after}\r\n--x--\r\n`));
      to.close();
    },
  });
};

test(
  'fifty uploads of 20 MB at once are streamed: the staff API grows by 150 MB at most, and answers others meanwhile',
  { tags: ['U13'] },
  async () => {
    const product = await startProduct({ env: { ENDCAP_SEED_DEVICES: '100' } });
    try {
      const tokens = await Promise.all(
        Array.from({ length: UPLOADS / OF_ONE_PERSON }, async (_, n) => {
          await fetch(`${product.issuer}/sandbox/people/uploader-${n}`, { method: 'POST', body: JSON.stringify({ isAdmin: true }) });
          return tokenOf(product.issuer, `uploader-${n}`);
        }),
      );
      const pid = pidOf(product.launcher.pid, 'admin-api');
      const before = residentMegabytes(pid);
      let largest = before;
      let isDone = false;
      let answered = 0;
      const watching = (async () => {
        while (!isDone) {
          if ((await fetch(`${product.adminUrl}/healthz`)).ok) answered += 1;
          largest = Math.max(largest, residentMegabytes(pid));
          await sleep(20);
        }
      })();
      const answers = await Promise.all(
        Array.from({ length: UPLOADS }, async (_, n) => {
          const answer = await fetch(`${product.adminUrl}/api/v1/file-upload`, {
            method: 'POST',
            headers: { authorization: `Bearer ${tokens[n % tokens.length]}`, 'content-type': 'multipart/form-data; boundary=x' },
            body: body(n),
            duplex: 'half',
          } as RequestInit);
          const { error } = (await answer.json()) as { error?: { code: string; message: string } };
          return error ? `${error.code}: ${error.message}` : 'stored';
        }),
      );
      isDone = true;
      await watching;
      expect(new Set(answers).difference(ANSWERS)).toEqual(new Set());
      expect(answers).toContain('stored');
      expect(answered).toBeGreaterThan(UPLOADS / 10);
      expect(largest - before).toBeLessThanOrEqual(GROWTH_AT_MOST);
    } finally {
      await product.stop();
    }
  },
);
