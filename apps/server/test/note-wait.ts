import { TestRunner } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    waits?: { what: string; ms: number }[];
  }
}

/** Records what the running test waited for, and how long, for the report of the run. */
export const noteWait = (what: string, ms: number): void => {
  const meta = TestRunner.getCurrentTest()?.meta;
  if (meta) meta.waits = [...(meta.waits ?? []), { what, ms }];
};
