export { editRoutes } from './edit-routes.ts';
export type { EntityColumns } from './entity.tables.ts';
export { instantOf, marksOf, type StoredMarks } from './marks.repository.ts';
export { leadsTo, usageBy } from './usage.repository.ts';
export { type EntityKind, entityWriter, type Mark } from './write-entity.ts';
