import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBeyondMarkdown, MARKDOWN_MAX_LENGTH, type MarkdownNode, parseMarkdown, readMarkdown } from './index.ts';

const read = (text: string) => readMarkdown(text, 'endcap://');
const text = (value: string): MarkdownNode => ({ is: 'text', text: value });
const shown = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => (node.is === 'break' ? '\n' : 'children' in node ? shown(node.children) : node.text)).join('');

describe('Markdown of editor fields', { tags: ['A-100'] }, () => {
  test('renders bold, italic, both, and line breaks', { tags: ['MD-01', 'MD-02', 'MD-06'] }, () => {
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
  test('renders links of the app itself', { tags: ['MD-03'] }, () => {
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
  ])('%s is shown as typed', { tags: ['MD-04', 'MD-05', 'M01', 'M03', 'M04', 'M05', 'M08', 'M09'] }, (source) =>
    expect(read(source)).toEqual([text(source)]),
  );
  test('renders any text as typed, apart from marks that take effect', () => {
    const piece = fc.constantFrom('*', '**', '[', ']', '(', ')', 'a', ' ', '\n', 'endcap://a', '<b>', '_', '`');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = pieces.join('');
        const plain = shown(read(source)).replaceAll(/[*_]/g, '');
        const typed = source.replaceAll(/[*_]/g, '');
        return plain === typed || source.includes('](endcap://a)');
      }),
    );
  });
  test('renders underscores as italic and bold, except inside a word', { tags: ['D-33', 'MD-02'] }, () => {
    expect(read('_b_')).toEqual([{ is: 'em', children: [text('b')] }]);
    expect(read('a __b__, _*c*_')).toEqual([
      text('a '),
      { is: 'strong', children: [text('b')] },
      text(', '),
      { is: 'em', children: [{ is: 'em', children: [text('c')] }] },
    ]);
    for (const typed of ['a_b_c', '_a', 'a_', '_ a _', 'ą_b_', '1_000_000']) expect(read(typed)).toEqual([text(typed)]);
  });
  test('renders bold and italic of the same words, as by the toolbar, and overlapping marks', { tags: ['D-33', 'MD-01', 'MD-02'] }, () => {
    const both: MarkdownNode[] = [{ is: 'em', children: [{ is: 'strong', children: [text('x')] }] }];
    for (const typed of ['***x***', '_**x**_', '___x___']) expect(read(typed)).toEqual(both);
    expect(read('***x** y*')).toEqual([{ is: 'em', children: [{ is: 'strong', children: [text('x')] }, text(' y')] }]);
    expect(read('***x* y**')).toEqual([{ is: 'strong', children: [{ is: 'em', children: [text('x')] }, text(' y')] }]);
    expect(read('*a**b*c**')).toEqual([{ is: 'em', children: [text('a**b')] }, text('c**')]);
    expect(read('*a **b** c*')).toEqual([{ is: 'em', children: [text('a '), { is: 'strong', children: [text('b')] }, text(' c')] }]);
    expect(read('****x****')).toEqual([text('****x****')]);
  });
});

const html = (nodes: readonly MarkdownNode[]): string =>
  nodes.map((node) => ('children' in node ? `<${node.is}>${html(node.children)}</${node.is}>` : shown([node]))).join('');
test.each([
  ['*foo**bar**baz*', '<em>foo<strong>bar</strong>baz</em>'],
  ['*foo**bar*', '<em>foo**bar</em>'],
  ['*foo **bar***', '<em>foo <strong>bar</strong></em>'],
  ['*foo**bar***', '<em>foo<strong>bar</strong></em>'],
  ['**foo*bar*baz**', '<strong>foo<em>bar</em>baz</strong>'],
  ['foo***bar***baz', 'foo<em><strong>bar</strong></em>baz'],
  ['**foo*', '*<em>foo</em>'],
  ['*foo**', '<em>foo</em>*'],
  ['***foo**', '*<strong>foo</strong>'],
  ['**foo***', '<strong>foo</strong>*'],
  ['*foo _bar* baz_', '<em>foo _bar</em> baz_'],
  ['*foo __bar *baz bim__ bam*', '<em>foo <strong>bar *baz bim</strong> bam</em>'],
  ['**foo **bar baz**', '**foo <strong>bar baz</strong>'],
  ['*foo *bar baz*', '*foo <em>bar baz</em>'],
  ['_foo_bar_baz_', '<em>foo_bar_baz</em>'],
  ['__foo__bar__baz__', '<strong>foo__bar__baz</strong>'],
])('%s renders as in the examples of CommonMark', { tags: ['D-33'] }, (source, expected) => expect(html(read(source))).toBe(expected));

describe('the number of parsing steps is linear in the length', { tags: ['D-17', 'M06', 'M13', 'M14'] }, () => {
  const pieces = [
    '*',
    '**a',
    '[',
    '[a](',
    '*a **b ',
    '"',
    '_*',
    '_a *b__',
    '***a',
    'a*b**',
    '[a](endcap://',
    '\n',
    '_a_',
    '*a** ',
    '**a*b_',
  ];
  const stepsOf = (source: string): number => {
    const work = { steps: 0 };
    expect(shown(parseMarkdown(source, 'endcap://', work)).replaceAll(/[*_]/g, '')).toBe(source.replaceAll(/[*_]/g, ''));
    return work.steps;
  };
  test.each(pieces)('for repetitions of %j', (piece) => {
    const once = stepsOf(piece.repeat(10_000));
    expect(once).toBeLessThanOrEqual(4 * piece.length * 10_000);
    expect(stepsOf(piece.repeat(20_000))).toBeLessThanOrEqual(2 * once + 10);
  });
  test('for deeply nested runs', () => {
    const nested = (n: number): string => `${'*a **b '.repeat(n)}${'c** d* '.repeat(n)}`;
    expect(stepsOf(nested(800))).toBeLessThanOrEqual(2 * stepsOf(nested(400)) + 10);
  });
  test('for runs that find no partner among many others', () => {
    const vain = (n: number): string => `${'*a '.repeat(n)}${'b_ '.repeat(n)}`;
    expect(stepsOf(vain(8_000))).toBeLessThanOrEqual(2 * stepsOf(vain(4_000)) + 10);
  });
  test('for any mixture of pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ' ', 'x'), { maxLength: 12 }), (mixture) => {
        const source = mixture.join('');
        return stepsOf(source.repeat(200)) <= 2 * stepsOf(source.repeat(100)) + 20 * source.length;
      }),
    );
  });
  test('a text that is too long to be stored is not parsed', () => {
    const source = '_*'.repeat(500_000);
    expect(read(source)).toEqual([text(source)]);
    expect([isBeyondMarkdown('x'.repeat(MARKDOWN_MAX_LENGTH)), isBeyondMarkdown('x'.repeat(MARKDOWN_MAX_LENGTH + 1))]).toEqual([
      false,
      true,
    ]);
  });
});
