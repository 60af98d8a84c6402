export { addKnowledgeRoutes } from './admin.routes.ts';
export { type KnowledgeMatch, knowledgeNames, searchKnowledge, type Stem } from './knowledge.repository.ts';
export { withUnsaved } from './with-unsaved.ts';
export { knowledgeLeadingTo } from './knowledge-usage.repository.ts';
export { knowledgeKind } from './knowledge.kind.ts';
