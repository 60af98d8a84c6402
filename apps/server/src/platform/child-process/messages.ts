/** One task of a child: the bytes of a file, what else it needs, and its result. */
export type Handlers = Record<string, (bytes: Buffer, options: never) => Promise<unknown>>;

/** Messages from parent to child: the file in chunks, then the task. */
export type ToChild = { is: 'chunk'; bytes: Uint8Array } | { is: 'run'; task: string; options: unknown };

/** Messages from child to parent: `ready` once, then one result for each task. */
export type FromChild = { is: 'ready' } | { is: 'result'; result: unknown };
