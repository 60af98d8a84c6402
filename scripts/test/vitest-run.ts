import { startVitest } from 'vitest/node';

export type Tally = { passed: number; failed: number };

/** Runs one of the projects of vitest.config.ts in this process. */
export const runVitest = async (project: string, ...filters: string[]): Promise<Tally> => {
  const vitest = await startVitest('test', filters, { project: [project], watch: false, run: true, reporters: ['default'] });
  const modules = vitest.state.getTestModules();
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  // A file that cannot even be read, or an unhandled error, is a failure although no test says so.
  const broken = modules.filter((module) => module.errors().length > 0).length + vitest.state.getUnhandledErrors().length;
  const failed = tests.filter((test) => test.result().state === 'failed').length + broken;
  await vitest.close();
  return {
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failed: tests.length === 0 && broken === 0 ? 1 : failed,
  };
};
