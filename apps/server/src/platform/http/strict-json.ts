import { Problem } from '@endcap/contract/core';

const MAX_DEPTH = 64;
const POISON = new Set(['__proto__', 'constructor', 'prototype']);

/** Refuses what JSON.parse lets through: repeated keys, absurd depth and key counts (H06). `text` is valid JSON. */
const inspect = (text: string, maxKeys: number): void => {
  const open: (Set<string> | null)[] = [];
  let keys = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : null);
      if (open.length > MAX_DEPTH) throw new Problem('bad_request', 'JSON is nested too deeply');
    } else if (sign === '}' || sign === ']') open.pop();
    else if (sign === '"') {
      const start = at;
      for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
      let next = at + 1;
      while (/\s/.test(text[next] ?? '')) next += 1;
      const siblings = open.at(-1);
      if (text[next] !== ':' || !siblings) continue;
      const key: string = JSON.parse(text.slice(start, at + 1));
      if (siblings.has(key)) throw new Problem('bad_request', 'JSON repeats a key');
      siblings.add(key);
      keys += 1;
      if (keys > maxKeys) throw new Problem('bad_request', 'JSON has too many keys');
    }
  }
};

/** Parses a request body as strict UTF-8 JSON; keys that reach into prototypes are dropped (H07). */
export const parseStrictJson = (body: Buffer, maxKeys = 20_000): unknown => {
  if (body.length === 0) return undefined;
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    value = JSON.parse(text, (key, inner: unknown) => (POISON.has(key) ? undefined : inner));
  } catch {
    throw new Problem('bad_request', 'The body is not JSON in UTF-8');
  }
  inspect(text, maxKeys);
  return value;
};
