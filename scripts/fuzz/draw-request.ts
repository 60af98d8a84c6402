import type { RouteSpec } from '@endcap/contract/core';
import { anId, anything, drawValid, pick, resourceOf, type Source, spoilt, takenBy } from '../../apps/server/test/draw.ts';
import { SMALL_PDF } from '../test/small-pdf.ts';

export type Identity = { name: string; token: string | null };
export type Drawn = { method: string; path: string; headers: Record<string, string>; body: string | null };

/** Validity of a drawn request: valid, one part invalid, or arbitrary. */
type Manner = 'valid' | 'near' | 'wild';

const inText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
// The client already rejects characters that are not allowed in a request line.
const encoded = (value: unknown): string => encodeURIComponent(inText(value).toWellFormed()).slice(0, 4_000);
const inHeader = (value: unknown): string =>
  inText(value)
    .replace(/[^\t\x20-\x7e]/g, '?')
    .slice(0, 2_000);

const fields = (source: Source, shape: RouteSpec['query'], manner: Manner): Record<string, unknown> => {
  if (!shape) return {};
  const valid = drawValid(source, takenBy(shape)) as Record<string, unknown>;
  const drawn = manner === 'valid' ? valid : spoilt(source.random, valid);
  return typeof drawn === 'object' && drawn !== null ? (drawn as Record<string, unknown>) : {};
};

const pathOf = (source: Source, route: RouteSpec, manner: Manner): string => {
  const { random } = source;
  const paths = [route.path, ...(route.aliases ?? [])];
  return (pick(random, paths) ?? route.path).replace(/:[A-Za-z]+/g, () =>
    manner === 'wild' || random() < 0.05 ? encoded(anything(random)) : anId(source, resourceOf(route.path)),
  );
};

const queryOf = (source: Source, route: RouteSpec, manner: Manner): string => {
  const { random } = source;
  const pairs = Object.entries(fields(source, route.query, manner)).map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
  if (manner === 'wild') pairs.push(`${encoded(anything(random))}=${encoded(anything(random))}`, 'page=1', 'page=2', 'a[__proto__][x]=1');
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
};

const CSV = ['storeNo;name\n1;A', 'name\nA\nB', 'promoId,id,threshold\n7,a,10', '\ufeffname\r\n"a', '\0', 'name\n' + 'x\n'.repeat(50)];

const bodyOf = (source: Source, route: RouteSpec, manner: Manner): Pick<Drawn, 'body' | 'headers'> => {
  const { random } = source;
  const json = (value: unknown) => ({ body: JSON.stringify(value) ?? 'null', headers: { 'content-type': 'application/json' } });
  if (route.fileBytes) {
    if (random() < 0.4) return { body: pick(random, CSV) ?? '', headers: { 'content-type': 'text/csv' } };
    const row = { storeNo: 1, name: 'A', latitude: 52, longitude: 21, promoId: '7', id: 'a', threshold: 10, storeType: 'super' };
    return json([manner === 'valid' ? row : spoilt(random, row), row]);
  }
  if (route.multipart && random() < 0.5) {
    const name = inHeader(anything(random)).replaceAll('"', '');
    const file = random() < 0.5 ? SMALL_PDF : inText(anything(random));
    const part = `--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n${file}\r\n--x${manner === 'valid' ? '--' : ''}\r\n`;
    return { body: part, headers: { 'content-type': 'multipart/form-data; boundary=x' } };
  }
  if (!route.body) return manner === 'wild' && route.method !== 'GET' ? json(anything(random)) : { body: null, headers: {} };
  const accepted = random() < 0.7 ? pick(random, source.taken.get(route) ?? []) : undefined;
  const valid = drawValid(source, takenBy(route.body));
  if (manner === 'valid') return json(valid);
  if (manner === 'near') return json(spoilt(random, accepted ?? valid));
  const type = pick(random, ['application/json', 'text/plain', 'application/json; charset=utf-16', 'multipart/form-data']) ?? '';
  const texts = [
    '{',
    '[',
    '{"a":1,"a":2}',
    '{"__proto__":{"x":1}}',
    '\ufeff{}',
    `${'['.repeat(500)}`,
    JSON.stringify(anything(random)) ?? '',
  ];
  return { body: pick(random, texts) ?? '', headers: { 'content-type': type } };
};

/** A request for a route as somebody might send it, by the random numbers of its source. */
export const drawRequest = (source: Source, route: RouteSpec, { token }: Identity): Drawn => {
  const { random } = source;
  const lot = random();
  const manner: Manner = lot < 0.4 ? 'valid' : lot < 0.85 ? 'near' : 'wild';
  const part = (): Manner => (manner === 'near' && random() < 0.5 ? 'valid' : manner);
  const { body, headers } = bodyOf(source, route, manner);
  const others: Record<string, string> = {
    ...(random() < 0.15 && { 'x-store-id': random() < 0.6 ? anId(source, 'store-editor') : inHeader(anything(random)) }),
    ...(random() < 0.1 && { 'if-match': random() < 0.5 ? '"1"' : inHeader(anything(random)) }),
    ...(random() < 0.1 && { 'idempotency-key': random() < 0.5 ? `fuzz-key-${Math.floor(random() * 20)}` : inHeader(anything(random)) }),
    ...(random() < 0.05 && { 'if-none-match': inHeader(anything(random)), range: inHeader(anything(random)) }),
    ...(random() < 0.05 && { accept: inHeader(anything(random)) }),
  };
  return {
    method: random() < 0.02 ? (pick(random, ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) ?? 'GET') : route.method,
    path: pathOf(source, route, manner) + queryOf(source, route, part()),
    // From everywhere, so that no rate limit blocks the fuzzer.
    headers: {
      'x-forwarded-for': Array.from({ length: 4 }, () => 1 + Math.floor(random() * 200)).join('.'),
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...headers,
      ...others,
    },
    body,
  };
};
