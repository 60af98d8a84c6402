import { startVitest, type TestCase } from 'vitest/node';
import type { Tally } from './tally.ts';

const firstLine = (errors: readonly { message?: string }[]): string => errors[0]?.message?.split('\n')[0] ?? '';

/** Returns whether a test was skipped or is a todo. Only Linux counts skipped tests, since some need it (`runIf`). */
const isLeftOut = (test: TestCase): boolean =>
  test.result().state === 'skipped' && (process.platform === 'linux' || test.options.mode === 'todo');

/** Runs projects of vitest.config.ts in this process. Prints the seed of the property tests. */
export const runVitest = async (projects: string[], filters: string[] = []): Promise<Tally> => {
  process.env['PROPERTY_SEED'] ??= String(Date.now() % 2 ** 31);
  console.log(`PROPERTY_SEED=${process.env['PROPERTY_SEED']}`);
  const vitest = await startVitest('test', filters, { project: projects, watch: false, run: true, reporters: ['default'] });
  const modules = vitest.state.getTestModules();
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  // A file that cannot be loaded and an unhandled error are failures, although no test reports them.
  const failures = [
    ...tests
      .filter((test) => test.result().state === 'failed')
      .map((test) => `${test.module.relativeModuleId} › ${test.fullName}: ${firstLine(test.result().errors ?? [])}`),
    ...tests.filter(isLeftOut).map((test) => `${test.module.relativeModuleId} › ${test.fullName}: left out`),
    ...modules.filter((module) => module.errors().length > 0).map((module) => `${module.relativeModuleId}: ${firstLine(module.errors())}`),
    ...vitest.state.getUnhandledErrors().map((error) => `unhandled: ${(error as Error).message}`),
    ...(tests.length === 0 ? ['no test was found'] : []),
  ];
  const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} › ${test.fullName}`;
  const times = tests.map((test) => ({ test: nameOf(test), ms: test.diagnostic()?.duration ?? 0 }));
  const waits = tests.flatMap((test) => (test.meta().waits ?? []).map(({ what, ms }) => ({ test: `${nameOf(test)}: ${what}`, ms })));
  await vitest.close();
  return { passed: tests.filter((test) => test.result().state === 'passed').length, failures, times, waits };
};
