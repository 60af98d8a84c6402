import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MarkdownNode, readMarkdown } from './index.ts';

const read = (text: string) => readMarkdown(text, 'endcap://');
const text = (value: string): MarkdownNode => ({ is: 'text', text: value });
const shown = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (node.is === 'break' ? '\n' : 'children' in node ? shown(node.children) : node.text)).join('');

describe('A-100: what editor fields render', () => {
  test('MD-01, 02, 06: bold, italic, both, and line breaks', () => {
    expect(read('a **b** *c*\nd')).toEqual([
      text('a '),
      { is: 'strong', children: [text('b')] },
      text(' '),
      { is: 'em', children: [text('c')] },
      { is: 'break' },
      text('d'),
    ]);
    expect(read('**a *b* c**')).toEqual([{ is: 'strong', children: [text('a '), { is: 'em', children: [text('b')] }, text(' c')] }]);
  });
  test('MD-03: links of the app itself', () => {
    expect(read('[Gazetka](endcap://abc#2)')).toEqual([{ is: 'link', target: 'endcap://abc#2', text: 'Gazetka' }]);
  });
  test.each([
    '[x](https://evil.example)',
    '[x](javascript:alert(1))',
    '[x](data:text/html,x)',
    '[x](endcap://abc" onmouseover="alert(1))',
    '[x](endcap://../x)',
    '[x](ENDCAP://abc)',
    '![x](endcap://abc2.png "t")',
    '<javascript:alert(1)>',
    '[a]: endcap://abc',
    '<img src=x onerror=alert(1)>',
    '{{7*7}} ${7*7} <%= 1 %>'.replaceAll('*', '×'),
    '2 * 3 * 4',
    '* punkt',
    '**',
    '****',
    '*a',
    'a**b',
  ])('MD-04, 05, M01, M03..M05, M08, M09: %s is shown as typed', (source) => expect(read(source)).toEqual([text(source)]));
  test('what is shown is what was typed, without the marks that had an effect; nothing but the four kinds ever comes out', () => {
    const piece = fc.constantFrom('*', '**', '[', ']', '(', ')', 'a', ' ', '\n', 'endcap://a', '<b>', '_', '`');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join('');
        const plain = shown(read(source)).replaceAll('*', '');
        const typed = source.replaceAll('*', '');
        return plain === typed || source.includes('](endcap://a)');
      }),
      { numRuns: 5_000 },
    );
  });
  test('M06, M13, M14: marks by the ten thousand neither overflow nor pile up', () => {
    for (const source of [
      '*'.repeat(50_000),
      '**a'.repeat(20_000),
      '['.repeat(50_000),
      '[a]('.repeat(20_000),
      '*a **b '.repeat(10_000),
      '"'.repeat(100_000),
    ])
      expect(shown(read(source)).replaceAll('*', '')).toBe(source.replaceAll('*', ''));
  });
});
