import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fanOutStates } from './fan-out-state.ts';

const [, diagram = ''] = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(readFileSync('docs/start/architecture.md', 'utf8')) ?? [];
const arrows = [...diagram.matchAll(/^ *(\S+) --> ([^\s:]+)/gm)].map(([, from = '', to = '']) => ({ from, to }));

test('the diagram of the architecture has every state of a fan-out and no other', () => {
  const drawn = new Set(arrows.flatMap(({ from, to }) => [from, to]).filter((state) => state !== '[*]'));
  expect([...drawn].toSorted()).toEqual([...fanOutStates].toSorted());
  // A state that is never entered, or never left, was drawn by mistake.
  for (const state of fanOutStates) {
    expect(
      arrows.some(({ to }) => to === state),
      `${state} is entered`,
    ).toBe(true);
    expect(
      arrows.some(({ from }) => from === state),
      `${state} is left`,
    ).toBe(true);
  }
});
