import { Problem } from '@endcap/contract/core';
import { createYield, mapInSlices } from '../in-slices.ts';

const MAX_DEPTH = 64;
const POISON = new Set(['__proto__', 'constructor', 'prototype']);
/** Characters that are read before other work may run. */
const SLICE = 64 * 1024;
const BEFORE_VALUE = /[ \t\n\r]*:/y;

const notJson = (): Problem => new Problem('bad_request', 'The body is not JSON in UTF-8');

const parsed = (text: string, isPoisoned = false): unknown => {
  try {
    return isPoisoned ? JSON.parse(text, (key, inner: unknown) => (POISON.has(key) ? undefined : inner)) : JSON.parse(text);
  } catch {
    throw notJson();
  }
};

/** Returns the index of the quotation mark that ends the string which begins at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  throw notJson();
};

const isKey = (text: string, end: number): boolean => {
  BEFORE_VALUE.lastIndex = end + 1;
  return BEFORE_VALUE.test(text);
};

/** `commas`: indexes of commas between values of a long list, at least a slice apart. `isPoisoned`: a key reaches into prototypes. */
type Inspected = { commas: number[]; isPoisoned: boolean };

/** Rejects input that JSON.parse accepts: repeated keys, absurd depth and key counts (H06). */
const inspect = async (text: string, maxKeys: number): Promise<Inspected> => {
  const yieldIfDue = createYield();
  const open: (Set<string> | null)[] = [];
  const commas: number[] = [];
  let [keys, isPoisoned, sliceEnd] = [0, false, SLICE];
  for (let at = 0; at < text.length; at += 1) {
    if (at >= sliceEnd) {
      await yieldIfDue();
      sliceEnd = at + SLICE;
    }
    const sign = text[at];
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : null);
      if (open.length > MAX_DEPTH) throw new Problem('bad_request', 'JSON is nested too deeply');
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === ',' && open.length === 1 && open[0] === null && at - (commas.at(-1) ?? 0) >= SLICE) commas.push(at);
    else if (sign === '"') {
      const start = at;
      at = endOfString(text, start);
      const siblings = open.at(-1);
      if (!siblings || !isKey(text, at)) continue;
      const key = String(parsed(text.slice(start, at + 1)));
      if (siblings.has(key)) throw new Problem('bad_request', 'JSON repeats a key');
      siblings.add(key);
      isPoisoned ||= POISON.has(key);
      keys += 1;
      if (keys > maxKeys) throw new Problem('bad_request', 'JSON has too many keys');
    }
  }
  return { commas, isPoisoned };
};

/** Parses a long list in parts. Each part between two commas is a list of its own. */
const parsedList = async (text: string, { commas, isPoisoned }: Inspected): Promise<unknown[]> => {
  const parts = await mapInSlices([...commas, text.length].entries(), ([n, end]) => {
    const [before, after] = [n === 0 ? '' : '[', n === commas.length ? '' : ']'];
    const part = parsed(`${before}${text.slice(n === 0 ? 0 : (commas[n - 1] ?? 0) + 1, end)}${after}`, isPoisoned) as unknown[];
    // A comma that no value follows.
    if (part.length === 0) throw notJson();
    return part;
  });
  return parts.flat();
};

/** Parses a request body as strict UTF-8 JSON; keys that reach into prototypes are dropped (H07). A long list is read in slices. */
export const parseStrictJson = async (body: Buffer, maxKeys = 20_000): Promise<unknown> => {
  if (body.length === 0) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw notJson();
  }
  const inspected = await inspect(text, maxKeys);
  return inspected.commas.length === 0 ? parsed(text, inspected.isPoisoned) : parsedList(text, inspected);
};
