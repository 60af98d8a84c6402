export { addSegmentRoutes } from './admin.routes.ts';
export { addSegments, listSegments, neverImportedSegments, removeSegments, unknownSegments } from './segment.repository.ts';
