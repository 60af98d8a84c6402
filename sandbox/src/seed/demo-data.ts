import { demoId } from '../demo/demo-ids.ts';
import content from './data/content.json' with { type: 'json' };
import knowledge from './data/knowledge.json' with { type: 'json' };
import questions from './data/questions.json' with { type: 'json' };

const HOUR_MS = 3_600_000;

/** In the tables instants are days from now. */
const instant = (now: number, days: number): string => new Date(Math.floor((now + days * 24 * HOUR_MS) / HOUR_MS) * HOUR_MS).toISOString();

type Body = Readonly<Record<string, unknown>>;
type DemoContent = { image: string; regulation?: boolean; body: Body };
const items: readonly DemoContent[] = content;

const placed = (now: number, body: Body): Body =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => {
      if (/(Start|End)$/.test(field)) return [field, instant(now, Number(value))];
      return [field, Array.isArray(value) && field.endsWith('Groups') ? value.map((name) => demoId('group', String(name))) : value];
    }),
  );

/** One believable item of every type, live, ended and still to come, as POST content-editor takes it; `image` and the regulation's file are uploaded first. */
export const demoContent = (now: number): DemoContent[] => items.map((item) => ({ ...item, body: placed(now, item.body) }));

/** What the demo chain's assistant knows, as POST knowledge-editor takes it. */
export const demoKnowledge = (now: number) =>
  knowledge.map(({ validityStart, validityEnd, ...item }) => ({
    ...item,
    ...(validityStart !== undefined && { validityStart: instant(now, validityStart) }),
    ...(validityEnd !== undefined && { validityEnd: instant(now, validityEnd) }),
  }));

/** Questions as customers ask them, and the name of the item that answers each; null where nobody knows. */
export const questionBank: readonly { question: string; item: string | null }[] = questions;
