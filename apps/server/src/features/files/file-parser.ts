import { availableParallelism } from 'node:os';
import { ANIMATION_MAX_FRAMES, ANIMATION_MAX_PIXELS, IMAGE_MAX_PIXELS } from '@endcap/contract/files';
import { createChildPool } from '../../platform/child-process/child-pool.ts';
import type { Run, Stopped } from '../../platform/child-process/run-task.ts';
import type { ParseHandlers } from './parse-file.child.ts';
import type { PdfPages, PdfText, TextLimits } from './read-pdf.ts';
import type { ImageLimits, ReadableKind, RecodedImage } from './recode-image.ts';
import type { Form } from './resize-image.ts';

/** The bytes of a file, opened when a child process is free. */
export type Source = Pick<Run, 'open' | 'signal'>;
/** Why a child process was stopped, as shown to the sender of the file. */
type StopProblem = { problem: 'tooSlow' | 'tooComplex' };

/** Milliseconds after which a file that was too slow or too complex is tried again: the machine may have been busy. */
export const TRY_AGAIN_MS = 10 * 60_000;

const COUNT_WITHIN_MS = 10_000;
const TEXT_WITHIN_MS = 30_000;
/** Elapsed time. A large picture takes 2 s of a processor, which may be ten times as long on a busy machine. */
const IMAGE_WITHIN_MS = 30_000;

const limits: ImageLimits = {
  maxPixels: IMAGE_MAX_PIXELS,
  maxFrames: ANIMATION_MAX_FRAMES,
  maxAnimationPixels: ANIMATION_MAX_PIXELS,
};

const poolOf = (atOnce: number) =>
  createChildPool<ParseHandlers>({ module: new URL('parse-file.child.ts', import.meta.url), atOnce, memoryMb: 512, heapMb: 384 });
const documents = poolOf(2);
/** Leaves one core for other requests (U13). */
const images = poolOf(Math.max(1, Math.min(2, availableParallelism() - 1)));

const resultOf = async <R>(ran: Promise<{ result: R } | Stopped>): Promise<R | StopProblem> => {
  const outcome = await ran;
  if ('result' in outcome) return outcome.result;
  return { problem: outcome.stopped === 'late' ? 'tooSlow' : 'tooComplex' };
};

/** Counts the pages of a pdf, or returns why it cannot be opened. */
export const countPages = (source: Source): Promise<PdfPages | StopProblem> =>
  resultOf(documents('countPages', undefined, { ...source, withinMs: COUNT_WITHIN_MS }));

/** Returns the text layer of a pdf, or why it has none. */
export const readPdfText = (source: Source, most: TextLimits): Promise<PdfText | StopProblem> =>
  resultOf(documents('readPdfText', most, { ...source, withinMs: TEXT_WITHIN_MS }));

/** Re-encodes an uploaded image, or returns why that cannot be done. */
export const recodeImage = (source: Source, kind: ReadableKind): Promise<RecodedImage | StopProblem> =>
  resultOf(images('recodeImage', { kind, limits }, { ...source, withinMs: IMAGE_WITHIN_MS }));

/** Returns a smaller form of a stored image; null if there can be none, so that the original is used. */
export const resizeImage = async (source: Source, form: Form): Promise<Uint8Array | null> => {
  const outcome = await images('resizeImage', { form, limits }, { ...source, withinMs: IMAGE_WITHIN_MS });
  return 'result' in outcome ? outcome.result : null;
};
