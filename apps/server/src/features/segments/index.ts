export { addSegmentRoutes } from './admin.routes.ts';
export { addSegments, listSegments, removeSegments, unheardOfSegments, unknownSegments } from './segment.repository.ts';
