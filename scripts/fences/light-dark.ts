import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const RULE = 'light-dark-takes-colours';
const CALL = 'light-dark(';
const BRACKETS = /\([^()]*\)/g;
/** A name or `#hex`, or a call of a function that returns a colour. A custom property is trusted to be one. */
const COLOUR = /^(#[\da-f]{3,8}|[a-z]+|(var|rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)…)$/i;

/** The arguments of the call whose first one begins at `start`. Commas inside brackets do not separate. */
const argumentsAt = (source: string, start: number): string[] => {
  const found = [''];
  for (let at = start, depth = 0; at < source.length; at += 1) {
    const letter = source.charAt(at);
    if (letter === ')' && depth === 0) break;
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === ',' && depth === 0) found.push('');
    else found.push(`${found.pop()}${letter}`);
  }
  return found.map((one) => one.trim());
};

const isColour = (text: string): boolean => {
  let outline = text;
  while (outline.search(BRACKETS) >= 0) outline = outline.replaceAll(BRACKETS, '…');
  return COLOUR.test(outline);
};

const wrongIn = (source: string): string[] =>
  [...source.matchAll(/light-dark\((?!\))/g)].flatMap(({ index }) =>
    argumentsAt(source, index + CALL.length).filter((one) => !isColour(one)),
  );

/** Arguments of `light-dark()` that are not colours. Safari supports nothing else there and drops the whole declaration (E-51). */
export const checkLightDark = (root: string): string[] =>
  globSync(['apps/*/src/**/*.{css,ts,tsx}', 'apps/web/index.html', 'sandbox/src/**/*.{css,ts}'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .flatMap((file) =>
      wrongIn(readFileSync(join(root, file), 'utf8')).map(
        (argument) => `${RULE} (Safari takes nothing else; write it inside the gradient or the shadow): ${file} → ${argument}`,
      ),
    );
