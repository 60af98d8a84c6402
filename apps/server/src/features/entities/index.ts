export { type EntityWrite, writesOf } from './apply-writes.ts';
export { editRoutes } from './edit-routes.ts';
export { changed, hidden, instantOf, type Mark, made, marksOf, nameOf, nameWithCityOf, type StoredMarks } from './marks.repository.ts';
export { leadsTo, usageBy } from './usage.repository.ts';
export type { EntityKind, Item } from './entity-kind.ts';
export { entityWriter } from './write-entity.ts';
