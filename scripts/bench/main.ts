// node scripts/run.mjs bench NAME: measured figures as one JSON line each, with the bare ceiling of the same run beside them. `--help` lists them.
import { asked, wholeNumbers } from '../launch/command.ts';
import { openRunFolder } from '../test/run-folder.ts';
import { benchAudience } from './delivery/audience.ts';
import { benchFanOut } from './delivery/fan-out.ts';
import { benchForecast } from './delivery/forecast.ts';
import { benchMeanwhile } from './delivery/meanwhile.ts';
import { benchMemory } from './delivery/memory.ts';
import { benchFaults } from './faults/faults.ts';
import { steps } from './faults/steps.ts';
import { benchAssistant } from './assistant.ts';
import { benchCalendar } from './calendar.ts';
import { benchChain, problemWithOptions } from './chain/chain.ts';
import { benchDaySheet } from './day-sheet.ts';
import { benchDrill } from './drill.ts';
import { benchEditor } from './editor.ts';
import { benchFeed } from './feed.ts';
import { benchHerd } from './herd.ts';
import { benchHistory } from './history.ts';
import { benchImports } from './imports.ts';
import { benchInbox } from './inbox.ts';
import { benchLists } from './lists/lists.ts';
import { benchNodes } from './nodes.ts';
import { benchPages } from './pages.ts';
import { screenNames } from './pages/screens.ts';
import { benchPast } from './past.ts';
import { benchPickers } from './pickers.ts';
import { benchOutgrown } from './outgrown/outgrown.ts';
import { benchPreview } from './preview.ts';
import { runBench } from './run-bench.ts';
import { benchSearch } from './search.ts';
import { benchStart } from './start.ts';
import { benchUploads } from './uploads.ts';
import { benchWeight } from './weight.ts';
import { benchYear } from './year/year.ts';

type Bench = {
  run: (words: readonly string[]) => Promise<unknown>;
  /** Names of its words: whole numbers, each may be left out. */
  numbers?: readonly string[];
  /** What stands behind those, as a person reads it, and what is wrong with it. */
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
  start: { run: benchStart },
  fanout: { run: benchFanOut, numbers: ['DEVICES'] },
  memory: { run: benchMemory, numbers: ['DEVICES'] },
  faults: { run: benchFaults, numbers: ['DEVICES', 'SEED'], more: [`[${stepNames.join('|')} …]`, oneOf(stepNames)] },
  audience: { run: benchAudience, numbers: ['DEVICES'] },
  forecast: { run: benchForecast, numbers: ['DEVICES'] },
  meanwhile: { run: benchMeanwhile, numbers: ['DEVICES'] },
  lists: { run: benchLists, numbers: ['ROWS'], more: ['[WORD]', oneWord] },
  history: { run: benchHistory, numbers: ['CHANGES'], more: ['[WORD]', oneWord] },
  past: { run: benchPast, numbers: ['ITEMS', 'CHANGES'] },
  calendar: { run: benchCalendar, numbers: ['ITEMS', 'STORES'] },
  pickers: { run: benchPickers, numbers: ['DEVICES'] },
  inbox: { run: benchInbox, numbers: ['STORES', 'DEVICES'] },
  feed: { run: benchFeed, numbers: ['ITEMS', 'STORES', 'ROUNDS', 'SECONDS'] },
  herd: { run: benchHerd, numbers: ['DEVICES'] },
  editor: { run: benchEditor },
  uploads: { run: benchUploads },
  imports: { run: benchImports },
  assistant: { run: benchAssistant },
  nodes: { run: benchNodes, numbers: ['CALLS', 'KILLS'] },
  pages: { run: benchPages, more: ['[typing] [SCREEN …]', oneOf(['typing', ...screenNames])] },
  chain: { run: benchChain, more: ['[NAME=VALUE …]', problemWithOptions] },
  search: { run: benchSearch, numbers: ['ITEMS'] },
  preview: { run: benchPreview, numbers: ['ITEMS', 'STORES'] },
  'day-sheet': { run: benchDaySheet, numbers: ['ITEMS'] },
  drill: { run: benchDrill, numbers: ['DEVICES'] },
  weight: { run: benchWeight, numbers: ['MINUTES'] },
  year: { run: benchYear, numbers: ['FACTOR'] },
  outgrown: { run: benchOutgrown, numbers: ['DEVICES'] },
};

const wordsOf = ({ numbers = [], more }: Bench): string => [...numbers.map((name) => `[${name}]`), ...(more ? [more[0]] : [])].join(' ');
const HELP = `node scripts/run.mjs bench NAME …

Measures on a database and processes of its own, and prints the figures as one line of JSON:

${Object.entries(benches)
  .map(([name, bench]) => `  ${name} ${wordsOf(bench)}`.trimEnd())
  .join('\n')}

--help  says this

Ends with 0; with 1 when a figure is above what it may be, or there is none; with 2 when it was asked for something else.`;

const { name, run, words } = asked('bench', HELP, ([name = '', ...words]) => {
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
  if (!bench) return name === '' ? 'which one?' : `${name} is none of its names`;
  const { numbers = [], more, run } = bench;
  const [first, rest] = more ? [words.slice(0, numbers.length), words.slice(numbers.length)] : [words, []];
  return wholeNumbers(first, numbers) ?? more?.[1](rest) ?? { name, run, words };
});
openRunFolder();
await runBench(name, () => run(words));
