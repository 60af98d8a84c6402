import { ACCEPTED, byteOf, isSuspended, mayBeSent, indexesWhere } from '../outcome.ts';

/** Phones that a send starts with, spread over the audience. The rest is sent once their answers are judged. */
export const SAMPLE_SENDS = 200;
const SAMPLE_CHUNKS = 100;
/** Refusals per accepted message from which nearly all messages count as refused. */
const REFUSED_PER_ACCEPTED = 20;
/** Fewer refusals may be chance: with 30 % bad addresses, 20 of 20 are refused once in 10¹⁰ times. */
const FEWEST_REFUSED = 20;
/** Share of dead addresses in the sample above which the send pauses: 30 % of the audience plus the sampling error. */
const DEAD_OF_SAMPLE = 0.45;
/** With fewer dead addresses in the audience the send does not pause. */
const FEWEST_DEAD_OF_AUDIENCE = 300;

/**
 * Chooses the chunks of a sample and the number of phones of each, given the sizes of all chunks in order. The audience is divided into
 * equal parts, and one phone of each is sampled, or two if that would be too many chunks. The start of the parts is random (`random` is
 * in 0..1), so every phone has the same chance, independent of the size of its chunk.
 */
export const drawSampleSizes = (sizes: readonly number[], random: () => number = Math.random): { no: number; size: number }[] => {
  const audience = sizes.reduce((sum, size) => sum + size, 0);
  const parts = sizes.length > SAMPLE_CHUNKS ? SAMPLE_CHUNKS : SAMPLE_SENDS;
  const start = Math.floor(random() * audience);
  const partsUntil = (phones: number): number => Math.floor((phones * parts + start) / audience);
  let before = 0;
  return sizes.flatMap((size, no) => {
    const drawn = (partsUntil(before + size) - partsUntil(before)) * (SAMPLE_SENDS / parts);
    before += size;
    return drawn > 0 ? [{ no, size: Math.min(drawn, size) }] : [];
  });
};

/** Draws at random the indexes of `count` devices of a sampled chunk, of the untouched ones while there are any. */
export const drawSampleIndexes = (bytes: Uint8Array, count: number, random: () => number = Math.random): number[] => {
  const open = indexesWhere(bytes, mayBeSent);
  const untouched = open.filter((index) => bytes[index] === 0);
  const from = untouched.length > 0 ? untouched : open;
  let wanted = count;
  return from.filter((_, at) => {
    const isDrawn = random() * (from.length - at) < wanted;
    if (isDrawn) wanted -= 1;
    return isDrawn;
  });
};

/**
 * Results of the sampled chunks. Of the devices that were tried or given up, `silent` counts those without an answer about the message or
 * the address. `left` counts devices that may still be tried. `audience` and `open` are the size of the whole audience and how many may
 * still be sent to.
 */
export type Sample = { accepted: number; dead: number; refused: number; silent: number; left: number; audience: number; open: number };

export const readEvidence = (outcomes: readonly Uint8Array[]): Omit<Sample, 'audience' | 'open'> => {
  const evidence = { accepted: 0, dead: 0, refused: 0, silent: 0, left: 0 };
  const dead = byteOf('deadToken');
  for (const bytes of outcomes)
    for (const byte of bytes) {
      if (byte === ACCEPTED) evidence.accepted += 1;
      else if (byte === dead) evidence.dead += 1;
      else if (isSuspended(byte)) evidence.refused += 1;
      else if (byte !== 0) evidence.silent += 1;
      if (mayBeSent(byte)) evidence.left += 1;
    }
  return evidence;
};

/**
 * Judges a sample. It counts addresses, not attempts, and over the whole audience.
 * - `stop`: nearly all addresses are refused, which bad addresses cannot explain.
 * - `pause`: far more addresses are dead than in a typical audience.
 * - `undecided`: too few devices have answered, and others can be tried.
 * If no phone is left to try, the send continues: the safety brake watches the rest.
 */
export const judgeSample = ({
  accepted,
  dead,
  refused,
  silent,
  left,
  audience,
  open,
}: Sample): 'proven' | 'stop' | 'pause' | 'undecided' => {
  const tooFew = left > 0 ? 'undecided' : 'proven';
  if (refused > accepted * REFUSED_PER_ACCEPTED) return refused >= FEWEST_REFUSED || open === 0 ? 'stop' : tooFew;
  const deadShare = dead / Math.max(1, accepted + dead + refused + silent);
  if (deadShare > DEAD_OF_SAMPLE && deadShare * audience > FEWEST_DEAD_OF_AUDIENCE) return 'pause';
  return accepted === 0 && open > 0 ? tooFew : 'proven';
};
