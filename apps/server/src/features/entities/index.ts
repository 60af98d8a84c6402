export { type EntityKind, entityWriter, type Mark } from './write-entity.ts';
export { marksOf, type StoredMarks } from './marks.repository.ts';
