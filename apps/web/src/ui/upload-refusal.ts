import { FILE_MAX_BYTES, type FileProblem, fileProblems, IMAGE_MAX_BYTES, imageMimeTypes } from '@endcap/contract/files';
import { ApiProblem } from '../lib/api.ts';

/** `file` also takes pdf, `pdf` nothing else. */
export type UploadKind = 'image' | 'file' | 'pdf';
/** Why a file was not taken. */
export type Refusal = FileProblem | 'wrongType' | 'tooLarge' | 'tooMany' | 'failed';

export const accepted: Record<UploadKind, string[]> = {
  image: [...imageMimeTypes],
  file: [...imageMimeTypes, 'application/pdf'],
  pdf: ['application/pdf'],
};
const largest = { image: IMAGE_MAX_BYTES, file: FILE_MAX_BYTES, pdf: FILE_MAX_BYTES };

export const typeOf = ({ type }: Pick<File, 'type'>): string => (type === 'image/x-ms-bmp' ? 'image/bmp' : type);

/** Checks the type and size of a file before the upload; null if both are accepted (FILE-04). */
export const localRefusal = (kind: UploadKind, file: Pick<File, 'type' | 'size'>): Refusal | null => {
  if (!accepted[kind].includes(typeOf(file))) return 'wrongType';
  return file.size > largest[typeOf(file).startsWith('image/') ? 'image' : kind] ? 'tooLarge' : null;
};

/** Maps an error of the server, or of a proxy in front of it, to a refusal. */
export const serverRefusal = (failure: unknown): Refusal => {
  if (!(failure instanceof ApiProblem)) return 'failed';
  const problem = fileProblems.find((one) => failure.fields['file']?.includes(one));
  if (problem) return problem;
  if (failure.code === 'unsupported_type') return 'wrongType';
  if (failure.code === 'too_many_requests') return 'tooMany';
  // A proxy's response has only the status.
  return failure.code === 'too_large' || failure.status === 413 ? 'tooLarge' : 'failed';
};

/** Returns true if a refused upload may be retried with the same file: the file is not at fault, or a proxy's limit can change. */
export const isRetryable = (why: Refusal): boolean => why === 'failed' || why === 'tooLarge' || why === 'tooMany';
