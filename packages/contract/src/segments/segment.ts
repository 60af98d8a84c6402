import { z } from 'zod';
import { code, requiredLine, route } from '../core/index.ts';

/** Segments that one customer may be in. */
export const SEGMENTS_MOST = 500;
/** Without a comma: phones ask for the feed by names with commas between (APP-05). */
export const SegmentName = requiredLine(100).refine((name) => !name.includes(','), code('invalid'));
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
