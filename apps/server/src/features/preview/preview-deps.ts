import type { Database } from '../../tables.ts';
import type { createPast } from '../past/index.ts';

export type PreviewDeps = { db: Database; now: () => Date; appScheme: string; past: ReturnType<typeof createPast> };
