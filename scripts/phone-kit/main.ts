// node scripts/run.mjs phone-kit: records the calls of an app with the current phone kit, and the fields it reads (KIT-02).
import { writeFileSync } from 'node:fs';
import { recordKit } from './record.ts';
import { RECORDINGS } from './recording.ts';

const recording = await recordKit();
try {
  // Never overwrites a recording: apps of that version are in use, and the fields they read cannot change.
  writeFileSync(`${RECORDINGS}${recording.kit}.json`, `${JSON.stringify(recording, null, 2)}\n`, { flag: 'wx' });
  console.log(`Recorded: scripts/phone-kit/recordings/${recording.kit}.json, ${recording.calls.length} calls.`);
} catch (error) {
  if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  console.error(`phone-kit: version ${recording.kit} of the kit is recorded; a new one is named in packages/phone-kit/package.json first.`);
  process.exitCode = 1;
}
