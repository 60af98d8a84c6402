// npm run bench -- NAME: measured figures as one JSON line each, with the bare ceiling of the same run beside them. Without a name it lists them.
import { openRunFolder } from '../test/run-folder.ts';
import { benchAudience } from './delivery/audience.ts';
import { benchFanOut } from './delivery/fan-out.ts';
import { benchMeanwhile } from './delivery/meanwhile.ts';
import { benchMemory } from './delivery/memory.ts';
import { benchFaults } from './faults/faults.ts';
import { benchAssistant } from './assistant.ts';
import { benchChain } from './chain/chain.ts';
import { benchDrill } from './drill.ts';
import { benchEditor } from './editor.ts';
import { benchFeed } from './feed.ts';
import { benchHerd } from './herd.ts';
import { benchHistory } from './history.ts';
import { benchInbox } from './inbox.ts';
import { benchLists } from './lists/lists.ts';
import { benchNodes } from './nodes.ts';
import { benchPages } from './pages.ts';
import { benchPickers } from './pickers.ts';
import { benchOutgrown } from './outgrown/outgrown.ts';
import { runBench } from './run-bench.ts';
import { benchSearch } from './search.ts';
import { benchStart } from './start.ts';
import { benchUploads } from './uploads.ts';
import { benchWeight } from './weight.ts';
import { benchYear } from './year/year.ts';

const benches = {
  start: benchStart,
  fanout: benchFanOut,
  memory: benchMemory,
  faults: benchFaults,
  audience: benchAudience,
  meanwhile: benchMeanwhile,
  lists: benchLists,
  history: benchHistory,
  pickers: benchPickers,
  inbox: benchInbox,
  feed: benchFeed,
  herd: benchHerd,
  editor: benchEditor,
  uploads: benchUploads,
  assistant: benchAssistant,
  nodes: benchNodes,
  pages: benchPages,
  chain: benchChain,
  search: benchSearch,
  drill: benchDrill,
  weight: benchWeight,
  year: benchYear,
  outgrown: benchOutgrown,
};
const wanted = process.argv[2] ?? '';
if (!(wanted in benches)) {
  console.error(`npm run bench -- ${Object.keys(benches).join('|')}`);
  process.exit(64);
}
openRunFolder();
await runBench(wanted, () => benches[wanted as keyof typeof benches](process.argv.slice(3)));
