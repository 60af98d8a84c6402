// npm test: everything that a change can break, on a real database and in a real browser. `npm test -- unit|database|browser [FILE …]` runs a part.
// npm run test:nightly: the long drills. Those that cover what is new are part of `npm test` too.
import { buildWeb } from '../launch/web-build.ts';
import { inTurn } from './in-turn.ts';
import { changedFiles, drillsFor } from './nightly-drills.ts';
import { type Part, runPart, startPart } from './parts.ts';
import { openRunFolder } from './run-folder.ts';
import { closeWith, type Tally } from './tally.ts';

openRunFolder();
const [wanted, ...files] = process.argv.slice(2);

const runAll = async (): Promise<Record<string, Tally>> => {
  const tallies: Record<string, Tally> = {};
  const hours = process.env['DRILLS_HOURS'];
  const drills = drillsFor(changedFiles(hours === undefined ? undefined : Number(hours), '.'));
  console.log(
    drills.length > 0 ? `Nightly drills that cover recent changes: ${drills.join(', ')}\n` : 'No nightly drill covers recent changes.\n',
  );
  // Database tests wait a lot, so they have the browser beside them; unit tests compute, and take both cores when it has ended.
  const withoutBrowser: Part[] = ['verify', 'database', 'unit', ...(drills.length > 0 ? (['nightly'] as const) : [])];
  const order: Part[] = [...withoutBrowser, 'browser'];
  const printer = inTurn(order, process.stdout);
  // Both lanes start the product, which would build the page.
  const built = buildWeb();
  const lane = async (...names: Part[]): Promise<void> => {
    for (const name of names) {
      if (name !== 'verify') await built;
      tallies[name] = await startPart(name, printer.print(name), name === 'nightly' ? drills : []);
      printer.end(name);
    }
  };
  await Promise.all([lane(...withoutBrowser), lane('browser')]);
  return Object.fromEntries(order.map((name) => [name, tallies[name] ?? { passed: 0, failures: ['it did not run'] }]));
};

if (wanted === undefined) closeWith(await runAll());
const part = wanted as Part;
const tally = await runPart(part, files);
// As one of several it leaves the closing line to who started it.
if (process.send) process.send(tally, () => process.exit());
else closeWith({ [part]: tally });
