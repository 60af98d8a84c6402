import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nextStep, type Situation, type Step } from './next-step.ts';

const [, part = ''] = readFileSync('docs/start/architecture.md', 'utf8').split('## States of a chunk\n');
const [section = ''] = part.split('\n## ');

type Words = Record<keyof Omit<Situation, 'waveSize'>, string>;
const yesNo = [true, false];
/** Every combination that differs for `nextStep`: indexes count only as some or none, and one end is like another. */
const situations: Situation[] = yesNo.flatMap((isOurs) =>
  [[], [3, 4, 8]].flatMap((left) =>
    (['nothing', 'wave', 'suspectWave'] as const).flatMap((unwritten) =>
      ([null, 'stopped', 'cancelled', 'expired'] as const).flatMap((end) =>
        yesNo.flatMap((halted) =>
          yesNo.flatMap((statusIsStale) =>
            yesNo.flatMap((isPaused) =>
              yesNo.map((hasPermit) => ({ isOurs, left, waveSize: 2, unwritten, end, halted, statusIsStale, isPaused, hasPermit })),
            ),
          ),
        ),
      ),
    ),
  ),
);
const say = (is: boolean): string => (is ? 'yes' : 'no');
const wordsOf = ({ isOurs, left, unwritten, end, halted, statusIsStale, isPaused, hasPermit }: Situation): Words => ({
  isOurs: say(isOurs),
  left: left.length > 0 ? 'some' : 'none',
  unwritten,
  end: end === null ? 'none' : 'some',
  halted: say(halted),
  statusIsStale: say(statusIsStale),
  isPaused: say(isPaused),
  hasPermit: say(hasPermit),
});

/** The rows of the table: conditions such as `left = none`, and the step. */
const rows = [...section.matchAll(/^\| *\d+ *\|[^|]*\|([^|]*)\| *`(\w+)` *\|/gm)].map(([, conditions = '', step = '']) => ({
  conditions: [...conditions.matchAll(/`(\w+) = (\w+)`/g)].map(([, field = '', word = '']) => ({ field, word })),
  step,
}));
const matches = (words: Words, conditions: (typeof rows)[number]['conditions']): boolean =>
  conditions.every(({ field, word }) => (words as Record<string, string>)[field] === word);

test('the table of the architecture lists the step of every situation of a chunk, and no row that never applies', () => {
  const used = new Set<number>();
  for (const situation of situations) {
    const words = wordsOf(situation);
    const at = rows.findIndex(({ conditions }) => matches(words, conditions));
    used.add(at);
    expect([rows[at]?.step, words]).toEqual([nextStep(situation).do, words]);
  }
  expect([...used].toSorted((a, b) => a - b)).toEqual([...rows.keys()]);
  expect(rows.length).toBeGreaterThan(0);
});

describe('the diagram of the architecture', () => {
  const [, diagram = ''] = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(section) ?? [];
  const arrows = [...diagram.matchAll(/^ *(\S+) --> (\S+?): (.*)$/gm)].map(([, from = '', to = '', label = '']) => ({ from, to, label }));
  /** After a wave the permit is used up, so no wave is sent while another is unwritten. */
  const states: Record<string, (now: Situation) => boolean> = {
    leased: (now) => now.isOurs && now.unwritten === 'nothing',
    unwritten: (now) => now.isOurs && now.unwritten !== 'nothing' && !now.hasPermit,
    takenOver: (now) => !now.isOurs,
  };
  const steps: ReadonlySet<string> = new Set<Step['do']>(['leave', 'close', 'finish', 'refreshStatus', 'flush', 'wait', 'send']);

  test.each(Object.entries(states))('draws every step that is possible from "%s", and no other', (state, isIn) => {
    const possible = new Set(situations.filter(isIn).map((now) => nextStep(now).do));
    const drawn = new Set(
      arrows.filter(({ from }) => from === state).flatMap(({ label }) => label.split(/\W+/).filter((word) => steps.has(word))),
    );
    expect([...drawn].toSorted()).toEqual([...possible].toSorted());
  });
  test('shows how each state is entered and left', () => {
    const drawn = new Set(arrows.flatMap(({ from, to }) => [from, to]));
    drawn.delete('[*]');
    expect([...drawn].toSorted()).toEqual(['done', 'free', 'givenBack', 'leased', 'takenOver', 'unwritten']);
    for (const state of drawn) {
      expect(arrows.filter(({ from, to }) => to === state && from !== state)).not.toEqual([]);
      expect(arrows.filter(({ from, to }) => from === state && to !== state)).not.toEqual([]);
    }
  });
});
