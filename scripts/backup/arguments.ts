export const commands = ['backup', 'restore', 'drill'] as const;
export type Command = (typeof commands)[number];
export type Wanted = { help: true } | { help: false; folder: string | null; json: boolean };

const SETTINGS = `The settings are those of every other command, from the environment: DATABASE_URL for a server of your own, else the database of \`npm start\`
in ENDCAP_DATA_DIR (.data); ENDCAP_FILES_DIR, or ENDCAP_FILES_S3_BUCKET with what belongs to it, for the files.`;
const ENDS =
  'Ends with 0; with 1 and a sentence when it could not be done; with 2 when it was asked for something else; with 78 when a setting is wrong.';

/** Text of `--help` for each command. */
export const help: Record<Command, string> = {
  backup: `npm run backup -- FOLDER [--json]

Copies the database and the uploaded files into FOLDER, as they were at one instant, while everything goes on. FOLDER must be new (or empty) and gets its
name when all of it is on the disk. It then holds manifest.json (what, when, rows and checksums), database/*.copy.gz and files/*, for its owner alone: it holds
personal data. Files that the database names and that are gone or damaged are named, and the rest is copied. --json: what was done, as one line of JSON.

${SETTINGS}

${ENDS}
`,
  restore: `npm run restore -- FOLDER [--json]

Puts the backup in FOLDER into an empty database and an empty place for files, after all of its checksums were verified; the database is there whole or
not at all. One of an older version is brought up to this one's schema. Stop the processes first and start them afterwards. What was being sent when the
backup was taken waits for a person: resume or cancel it on its details. --json: what was done, as one line of JSON.

${SETTINGS}

${ENDS}
`,
  drill: `npm run drill [-- FOLDER] [--json]

Makes a backup (or takes the one in FOLDER), restores it into a database and a folder of its own, compares every table and every file, starts both APIs and a
worker on them, and sends one test to the sandbox's push service. Nothing reaches real phones, and nothing of it is left. Needs room for the database twice
in TMPDIR. --json: what was found, as one line of JSON.

${SETTINGS}

${ENDS}
`,
};

/** Reads the words after the command; a sentence when they make no sense. */
export const argumentsOf = (command: Command, words: readonly string[]): Wanted | string => {
  if (words.includes('--help') || words.includes('-h')) return { help: true };
  const tell = (problem: string): string => `npm run ${command}: ${problem}; \`npm run ${command} -- --help\` says all.`;
  const strange = words.find((word) => word.startsWith('-') && word !== '--json');
  if (strange !== undefined) return tell(`${strange} is not known`);
  const [folder, ...more] = words.filter((word) => word !== '--json');
  if (more.length > 0) return tell(`one folder, not ${more.length + 1}`);
  if (folder === '' || (folder === undefined && command !== 'drill')) return tell('the folder is missing');
  return { help: false, folder: folder ?? null, json: words.includes('--json') };
};
