import { readFileSync } from 'node:fs';

export type Instruction = { name: string; words: string[] };

/** The last stage of a Containerfile: what the image is. */
export const readImage = (file: string): Instruction[] => {
  const instructions = readFileSync(file, 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', ...words] = line.trim().split(/\s+/);
      return { name, words };
    });
  return instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));
};

/** Returns the files that an image copies from its build stage: source and target, both relative to its folder. */
export const copiesOf = (image: readonly Instruction[]): { from: string; to: string }[] =>
  image
    .filter(({ name }) => name === 'COPY')
    .map(({ words }) => {
      const [from = '', to = ''] = words.filter((word) => !word.startsWith('--'));
      const source = from.replace(/^\/endcap\//, '');
      return { from: source, to: to.endsWith('/') ? `${to}${source.split('/').at(-1)}` : to };
    });
/** Its environment. */
export const environmentOf = (image: readonly Instruction[]): Record<string, string> =>
  Object.fromEntries(
    image
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ words }) => words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)])),
  );
