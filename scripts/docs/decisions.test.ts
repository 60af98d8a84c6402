import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { linksIn } from '../operations/read-document.ts';

const pages = globSync('docs/decisions/*.md').filter((file) => basename(file) !== 'README.md');
const archived = globSync('docs/decisions/archive/*.md').map((file) => Number(basename(file).slice(0, 4)));

/** Numbers of the archived decisions that a page of a topic rests on. */
const datedOf = (page: string): number[] => {
  const line = /^Dated decisions: ([\d, ]+)\.$/mu.exec(readFileSync(page, 'utf8'));
  return (line?.[1] ?? '').split(',').filter(Boolean).map(Number);
};

test('every archived decision is named by exactly one topic', () => {
  expect(archived.length).toBeGreaterThan(140);
  expect(pages.flatMap(datedOf).toSorted((a, b) => a - b)).toEqual(archived.toSorted((a, b) => a - b));
});

test('every topic has the four headings, in order, and at most 450 words', () => {
  expect(pages.length).toBeGreaterThan(20);
  for (const page of pages) {
    const text = readFileSync(page, 'utf8');
    const headings = [...text.matchAll(/^## (.+)$/gmu)].map(([, heading]) => heading);
    const required = ['Context', 'Decision', 'Consequences', 'What would change our mind'];
    expect(headings.at(-1) === 'Changes' ? headings.slice(0, -1) : headings, page).toEqual(required);
    expect(text.split(/\s+/u).length, page).toBeLessThanOrEqual(450);
  }
});

test('the index links every topic', () => {
  const linked = linksIn('docs/decisions/README.md');
  expect(pages.map((page) => basename(page)).filter((page) => !linked.includes(page))).toEqual([]);
});
