// node scripts/run.mjs bench NAME: measured figures as one JSON line each, with the bare ceiling of the same run beside them. `--help` lists them.
import { parseOrExit, wholeNumbers } from '../scripts/launch/command.ts';
import { openRunFolder } from '../scripts/test/run-folder.ts';
import { benchFanOut } from './delivery/fan-out.ts';
import { benchFaults } from './faults/faults.ts';
import { steps } from './faults/steps.ts';
import { benchFeed } from './feed.ts';
import { benchLists } from './lists/lists.ts';
import { benchPages } from './pages.ts';
import { screenNames } from './pages/screens.ts';
import { runBench } from './run-bench.ts';
import { benchYear } from './year/year.ts';

type Bench = {
  run: (words: readonly string[]) => Promise<unknown>;
  /** Names of its words: whole numbers, each may be left out. */
  numbers?: readonly string[];
  /** The arguments after those: their names as displayed, and a function that returns their problem. */
  more?: readonly [names: string, problemWith: (words: readonly string[]) => string | undefined];
};

const oneWord = (words: readonly string[]): string | undefined => (words.length > 1 ? `one word, not ${words.length}` : undefined);
const oneOf =
  (known: readonly string[]) =>
  (words: readonly string[]): string | undefined => {
    const strange = words.find((word) => !known.includes(word));
    return strange === undefined ? undefined : `${strange} is none of ${known.join(', ')}`;
  };
const stepNames = Object.keys(steps);

const benches: Record<string, Bench> = {
  fanout: { run: benchFanOut, numbers: ['DEVICES'] },
  faults: { run: benchFaults, numbers: ['DEVICES', 'SEED'], more: [`[${stepNames.join('|')} …]`, oneOf(stepNames)] },
  lists: { run: benchLists, numbers: ['ROWS'], more: ['[WORD]', oneWord] },
  feed: { run: benchFeed, numbers: ['ITEMS', 'STORES', 'ROUNDS', 'SECONDS'] },
  pages: { run: benchPages, more: ['[typing] [SCREEN …]', oneOf(['typing', ...screenNames])] },
  year: { run: benchYear, numbers: ['FACTOR'] },
};

const wordsOf = ({ numbers = [], more }: Bench): string => [...numbers.map((name) => `[${name}]`), ...(more ? [more[0]] : [])].join(' ');
const HELP = `node scripts/run.mjs bench NAME …

Measures on a database and processes of its own, and prints the figures as one line of JSON:

${Object.entries(benches)
  .map(([name, bench]) => `  ${name} ${wordsOf(bench)}`.trimEnd())
  .join('\n')}

--help  says this

Ends with 0; with 1 when a figure is above what it may be, or there is none; with 2 when it was asked for something else.`;

const { name, run, words } = parseOrExit('bench', HELP, ([name = '', ...words]) => {
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
  if (!bench) return name === '' ? 'which one?' : `${name} is none of its names`;
  const { numbers = [], more, run } = bench;
  const [first, rest] = more ? [words.slice(0, numbers.length), words.slice(numbers.length)] : [words, []];
  return wholeNumbers(first, numbers) ?? more?.[1](rest) ?? { name, run, words };
});
openRunFolder();
await runBench(name, () => run(words));
