import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const RULE = 'not-found-is-a-code';
const NOT_FOUND = 404;

/** Returns the lines of a file that contain the status 404, once per occurrence. */
const namedIn = (file: string, source: string): string[] => {
  const found: string[] = [];
  new Visitor({
    Literal: ({ value, start }) => {
      if (value === NOT_FOUND) found.push(`line ${source.slice(0, start).split('\n').length}`);
    },
  }).visit(parseSync(file, source).program);
  return found;
};

/** Lines of the page that decide by the status 404. A proxy answers it too, so they ask `isNotFound`, which reads our code (E-11). */
export const checkNotFound = (root: string): string[] =>
  globSync('apps/web/src/**/*.{ts,tsx}', { cwd: root, exclude: (name) => /\.test\.tsx?$/.test(name) })
    .map((file) => file.replaceAll('\\', '/'))
    .flatMap((file) =>
      namedIn(file, readFileSync(join(root, file), 'utf8')).map(
        (line) => `${RULE} (a proxy answers 404 too; ask \`isNotFound\`): ${file} → ${line}`,
      ),
    );
