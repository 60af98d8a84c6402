import { z } from 'zod';
import { code } from '../core/index.ts';
import { endingFilters } from './content-sort.ts';
import { contentTypes } from './content-types.ts';

/** Filters of the content list beside the text search, as in a request body. */
export const contentFilters = {
  contentType: z.enum(contentTypes, code('unknown')).optional(),
  published: z.boolean(code('invalid')).optional(),
  ends: z.enum(endingFilters, code('unknown')).optional(),
};
