// node scripts/run.mjs phone-kit: keeps what an app that is built with the phone kit as it stands says and reads, for builds to come (KIT-02).
import { writeFileSync } from 'node:fs';
import { recordKit } from './record.ts';
import { RECORDINGS } from './recording.ts';

const recording = await recordKit();
try {
  // Apps of that version are out: what they read does not change any more.
  writeFileSync(`${RECORDINGS}${recording.kit}.json`, `${JSON.stringify(recording, null, 2)}\n`, { flag: 'wx' });
  console.log(`Recorded: scripts/phone-kit/recordings/${recording.kit}.json, ${recording.calls.length} calls.`);
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  console.error(`phone-kit: version ${recording.kit} of the kit is recorded; a new one is named in packages/phone-kit/package.json first.`);
  process.exitCode = 1;
}
