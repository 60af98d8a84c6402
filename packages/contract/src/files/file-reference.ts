import { z } from 'zod';
import { code, type FieldProblemCode } from '../core/index.ts';

/** A-97: reference of a stored image; the prefix is the contract, the vendor behind it is not. */
export const IMAGE_PREFIX = 'cloudinary:';
/** Reference of a downloadable file, served under `/files/{name}`. */
export const FILE_PREFIX = 'file:';

/** File endings of stored images, with the media types of responses. */
export const imageEndings = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif' } as const;
export type ImageEnding = keyof typeof imageEndings;
/** File endings of all stored files. A new ending here is stored, named, served and kept from the sweep. */
export const storedEndings = { ...imageEndings, pdf: 'application/pdf' } as const;

// U17: 128 random bits and an ending that we chose.
const nameWith = (endings: object): string => `[a-z0-9]{32}\\.(?:${Object.keys(endings).join('|')})`;
export const STORED_NAME = new RegExp(`^${nameWith(storedEndings)}$`);
export const STORED_IMAGE = new RegExp(`^${nameWith(imageEndings)}$`);
const STORED_NAMES = new RegExp(nameWith(storedEndings), 'g');
/** Matches a JSON string that is a reference to a file with any extension. */
const REFERENCES = new RegExp(`"(?:${IMAGE_PREFIX}|${FILE_PREFIX})([a-z0-9]{32}\\.[a-z0-9]+)"`, 'g');

/** Names of stored files anywhere in a value: as a reference, or within a text or an address. Each once, in order. */
export const storedNamesIn = (value: unknown): string[] => [...new Set(JSON.stringify(value)?.match(STORED_NAMES))].toSorted();
/** Names in those values that are a reference and nothing else. */
export const referencedNamesIn = (value: unknown): string[] =>
  Array.from((JSON.stringify(value) ?? '').matchAll(REFERENCES), ([, name = '']) => name);

/** §5: what a person may choose as an image: jpg, jpeg, png, bmp, gif. */
export const imageMimeTypes = ['image/jpeg', 'image/png', 'image/bmp', 'image/gif'] as const;

/** A-117, bytes. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const FILE_MAX_BYTES = 50 * 1024 * 1024;

/** U04: limits of a decoded image. All frames of an animation count. */
export const IMAGE_MAX_PIXELS = 40_000_000;
export const ANIMATION_MAX_PIXELS = 16_000_000;
export const ANIMATION_MAX_FRAMES = 300;
/** Problems of a file of an accepted kind: codes of the field `file`. */
export const fileProblems = [
  'tooManyPixels',
  'tooLongAnimation',
  'unreadable',
  'protected',
  'damaged',
  'tooSlow',
  'tooComplex',
] as const satisfies readonly FieldProblemCode[];
export type FileProblem = (typeof fileProblems)[number];

export const ImageReference = z
  .string()
  .refine((value) => value.startsWith(IMAGE_PREFIX) && STORED_IMAGE.test(value.slice(IMAGE_PREFIX.length)), code('notImage'));

/** A stored pdf. */
export const PdfReference = z
  .string()
  .refine(
    (value) => value.startsWith(FILE_PREFIX) && value.endsWith('.pdf') && STORED_NAME.test(value.slice(FILE_PREFIX.length)),
    code('notPdf'),
  );

/** Reference of a content file or regulation: a stored image, or a download under `/files/` (FILE-03). */
export const FileReference = z
  .string()
  .refine((value) => ImageReference.safeParse(value).success || PdfReference.safeParse(value).success, code('notFile'));

/** A field with a reference of one kind, or none; empty is null. */
export const optionalReference = (rule: z.ZodType<string>, wrongKind: FieldProblemCode) =>
  z
    .union([z.string(), z.null()], code('invalid'))
    .transform((text) => text || null)
    .refine((text) => text === null || rule.safeParse(text).success, wrongKind);

/** Widths in pixels for `?w=`. Images are never enlarged, and are served as WebP to clients that accept it. */
export const imageWidths = [160, 320, 640, 1280] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** The image of a push fits into a square of so many pixels. */
export const PUSH_IMAGE_MAX_SIDE = 1_280;
/** FCM's Android client drops images of more than 1 MB without an error. */
export const PUSH_IMAGE_MAX_BYTES = 900_000;

/** Path (or absolute URL under `base`) of the JPEG that phones show with a push. It ends in `.jpg` because iOS takes the type from the URL. */
export const pushImageUrl = (reference: string, base = ''): string | null =>
  reference.startsWith(IMAGE_PREFIX) ? `${base}/images/${reference.slice(IMAGE_PREFIX.length)}/push.jpg` : null;

/** Path (or absolute URL under `base`) that shows a stored reference, images at most `width` pixels wide when it is given (FILE-13). */
export const fileUrl = (reference: string, base = '', width?: ImageWidth): string | null => {
  if (reference.startsWith(IMAGE_PREFIX))
    return `${base}/images/${reference.slice(IMAGE_PREFIX.length)}${width === undefined ? '' : `?w=${width}`}`;
  if (reference.startsWith(FILE_PREFIX)) return `${base}/files/${reference.slice(FILE_PREFIX.length)}`;
  return null;
};
