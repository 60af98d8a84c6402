// Before each file of tests: how many cases a property draws, and from which seed. A failure names the seed; with PROPERTY_SEED it is drawn again.
import fc from 'fast-check';

fc.configureGlobal({
  numRuns: Number(process.env['PROPERTY_CASES'] ?? 300),
  seed: Number(process.env['PROPERTY_SEED'] ?? Date.now() % 2 ** 31),
});
