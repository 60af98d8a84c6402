import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type Answer, plainOf } from './answer.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Maximum bytes of all cached bodies. An evicted body is compressed again on its next request. */
const CACHE_BYTES = 24e6;
/** Estimated bytes of an entry besides its body. */
const OWN_BYTES = 300;
/** Takes as long as gzip's default level and saves a tenth of its bytes. */
const BROTLI_QUALITY = 5;

const bodyOf = (answer: Answer, encoding: Encoding): Buffer => {
  const plain = plainOf(answer);
  if (encoding === 'identity') return plain;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [BROTLI_PARAM_SIZE_HINT]: plain.length };
  // zlib returns the beginning of a chunk of 16 kB, which would stay in memory with it.
  return Buffer.from(encoding === 'br' ? brotliCompressSync(plain, { params }) : gzipSync(plain));
};

/** The best encoding that an `Accept-Encoding` header allows. */
export const encodingFor = (accepted: string): Encoding => {
  const allows = (name: string): boolean => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  return allows('br') ? 'br' : allows('gzip') ? 'gzip' : 'identity';
};

/** Creates an LRU cache of response bodies, one per encoding, each compressed on first use. */
export const createCompressedBodies = () => {
  const bodies = new LRUCache<string, Buffer>({ maxSize: CACHE_BYTES, sizeCalculation: ({ length }) => OWN_BYTES + length });
  return {
    of: (answer: Answer, encoding: Encoding): Buffer => {
      const key = encoding + answer.etag;
      const cached = bodies.get(key);
      if (cached) return cached;
      const body = bodyOf(answer, encoding);
      bodies.set(key, body);
      return body;
    },
    bytes: (): number => bodies.calculatedSize,
  };
};
