import type { RouteSpec } from '@endcap/contract/core';
import { lostConnection, refuse, type StandIn, withTag } from './stand-in-api.ts';

type Routes = { details: RouteSpec; change: RouteSpec };
type Marks = { updatedAt: string; updatedBy: string | null };

/** Stand-in for an item stored on the server. A change based on another revision is refused with the current item. */
export const storedItem = <Item extends Marks>({ details, change }: Routes, start: Item) => {
  let item = start;
  let revision = 1;
  let blocked: Promise<void> = Promise.resolve();
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
        await blocked;
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
    /** Returns the current item. */
    stored: (): Item => item,
    /** Somebody else saves a change. */
    changeBehind: (part: Partial<Item>, by = 'Ewa Równoczesna'): void => write(part, by),
    /** Stores the next change, but loses its response. */
    loseAnswer: (): void => void (loses = true),
    /** Blocks changes until the returned function is called. */
    blockChanges: (): (() => void) => {
      const gate = Promise.withResolvers<void>();
      blocked = gate.promise;
      return gate.resolve;
    },
  };
};
