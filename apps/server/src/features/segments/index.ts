export { addSegmentRoutes } from './admin.routes.ts';
export { addSegments, listSegments, removeSegments } from './segment.repository.ts';
