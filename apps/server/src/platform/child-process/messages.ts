/** One task of a child: the bytes of a file, what else it needs, and its result. */
export type Handlers = Record<string, (bytes: Buffer, options: never) => Promise<unknown>>;

/** What a parent sends: the file in chunks, then the task. */
export type ToChild = { is: 'chunk'; bytes: Uint8Array } | { is: 'run'; task: string; options: unknown };

/** What a child sends: once that it accepts tasks, then a result for each task. */
export type FromChild = { is: 'ready' } | { is: 'result'; result: unknown };
