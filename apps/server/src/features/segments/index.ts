export { addSegmentRoutes } from './admin.routes.ts';
export { addSegments, listSegments, removeSegments, unknownSegments } from './segment.repository.ts';
