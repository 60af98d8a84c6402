import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct } from '../test/running-product.ts';
import { SMALL_PDF } from '../test/small-pdf.ts';
import { nth } from './statistics.ts';
import { tokenOf } from '../test/token-of.ts';

const UPLOADS = 50;
/** More of one person's wait for their turn. */
const OF_ONE_PERSON = 2;
const MEGABYTES = 20;

/** The process that runs a file, and its resident megabytes. */
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

/** A pdf of so many megabytes, each with other bytes, as it is sent. */
const body = (n: number): ReadableStream<Uint8Array> => {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value);
  const piece = text(String(n).padEnd(1024 * 1024, 'x'));
  let left = MEGABYTES;
  return new ReadableStream({
    start: (to) =>
      to.enqueue(
        text(`--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n${SMALL_PDF}`),
      ),
    pull: (to) => {
      if (left-- > 0) return to.enqueue(piece);
      to.enqueue(text('\r\n--x--\r\n'));
      to.close();
    },
  });
};

/** U13: megabytes by which the staff API grows while 50 pdf files of 20 MB of 25 people arrive at once, and milliseconds of those who ask meanwhile. */
export const benchUploads = async () => {
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
    let done = false;
    const asked: number[] = [];
    const watching = (async () => {
      while (!done) {
        const startedAt = performance.now();
        await (await fetch(`${product.adminUrl}/healthz`)).text();
        asked.push(performance.now() - startedAt);
        largest = Math.max(largest, residentMegabytes(pid));
        await sleep(20);
      }
    })();
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: UPLOADS }, async (_, n) => {
        const answer = await fetch(`${product.adminUrl}/api/v1/file-upload`, {
          method: 'POST',
          headers: { authorization: `Bearer ${tokens[n % tokens.length]}`, 'content-type': 'multipart/form-data; boundary=x' },
          body: body(n),
          duplex: 'half',
        } as RequestInit);
        if (!answer.ok) throw new Error(await answer.text());
      }),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    done = true;
    await watching;
    return {
      bench: 'uploads',
      uploads: UPLOADS,
      megabytesEach: MEGABYTES,
      megabytesPerSecond: Math.round((UPLOADS * MEGABYTES) / seconds),
      grownMegabytes: largest - before,
      residentMegabytes: largest,
      othersP95Milliseconds: Math.round(nth(asked, 0.95)),
    };
  } finally {
    await product.stop();
  }
};
