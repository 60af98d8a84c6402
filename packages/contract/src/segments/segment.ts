import { z } from 'zod';
import { requiredLine, route } from '../core/index.ts';

export const SegmentName = requiredLine(100);
/** ENT-23: a segment is known by its name; phones say which ones their owner belongs to. @public OpenAPI calls it by this name. */
export const Segment = z.object({ name: z.string() });

export const segmentRoutes = {
  list: route({
    method: 'GET',
    path: '/api/v1/content-editor/segments',
    summary: 'Segments by name; they come from an import',
    access: 'admin',
    reply: z.array(Segment),
  }),
};
