import type { RouteSpec } from '@endcap/contract/core';
import { lostConnection, refuse, type StandIn, withTag } from './stand-in-api.ts';

type Routes = { details: RouteSpec; change: RouteSpec };
type Marks = { updatedAt: string; updatedBy: string | null };

/** An item as the server keeps it: a change of another revision than the stored one is refused with the item as it is now. */
export const keptItem = <Item extends Marks>({ details, change }: Routes, start: Item) => {
  let item = start;
  let revision = 1;
  let held: Promise<void> = Promise.resolve();
  let loses = false;
  const tag = (): string => `"${revision}"`;
  const write = (part: Partial<Item>, by: string): void => {
    revision += 1;
    item = { ...item, ...part, updatedBy: by, updatedAt: new Date(Date.parse(start.updatedAt) + revision * 1_000).toISOString() };
  };
  const answers: StandIn[] = [
    { route: details, reply: () => withTag(tag(), item) },
    {
      route: change,
      reply: async ({ headers, body }) => {
        await held;
        if (headers.get('if-match') !== tag()) return withTag(tag(), refuse('precondition_failed', { current: item }));
        write(body as Partial<Item>, 'Anna Wójcik');
        if (!loses) return withTag(tag(), item);
        loses = false;
        return lostConnection;
      },
    },
  ];
  return {
    answers,
    /** As it is stored now. */
    stored: (): Item => item,
    /** Somebody else saves a change. */
    changeBehind: (part: Partial<Item>, by = 'Ewa Równoczesna'): void => write(part, by),
    /** The next change is stored, and its answer is lost. */
    loseAnswer: (): void => void (loses = true),
    /** From now on changes wait, until the function that it returns is called. */
    hold: (): (() => void) => {
      const gate = Promise.withResolvers<void>();
      held = gate.promise;
      return gate.resolve;
    },
  };
};
