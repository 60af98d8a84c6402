// Runs in a process of its own, which parses the files that people upload (E-26). Each library is loaded with the first task that needs it.
import { serveTasks } from '../../platform/child-process/serve-tasks.ts';
import type { ImageLimits, ReadableKind } from './recode-image.ts';
import type { TextLimits } from './read-pdf.ts';
import type { Form } from './resize-image.ts';

const handlers = {
  countPages: async (bytes: Buffer) => (await import('./read-pdf.ts')).countPages(bytes),
  readPdfText: async (bytes: Buffer, limits: TextLimits) => (await import('./read-pdf.ts')).readPdfText(bytes, limits),
  recodeImage: async (bytes: Buffer, { kind, limits }: { kind: ReadableKind; limits: ImageLimits }) =>
    (await import('./recode-image.ts')).recodeImage(bytes, kind, limits),
  resizeImage: async (bytes: Buffer, { form, limits }: { form: Form; limits: ImageLimits }) =>
    (await import('./resize-image.ts')).resizeImage(bytes, form, limits),
};
export type ParseHandlers = typeof handlers;

serveTasks(handlers);
