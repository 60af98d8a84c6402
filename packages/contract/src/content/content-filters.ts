import { z } from 'zod';
import { code } from '../core/index.ts';
import { endingFilters } from './content-sort.ts';
import { contentTypes } from './content-types.ts';

/** What the list of content may be narrowed to beside a text, as a body says it. */
export const contentFilters = {
  contentType: z.enum(contentTypes, code('unknown')).optional(),
  published: z.boolean(code('invalid')).optional(),
  ends: z.enum(endingFilters, code('unknown')).optional(),
};
