import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FullMarkdown } from './full-markdown.tsx';

/** Returns the rendered HTML of a text, without styling attributes and wrappers, with whitespace collapsed. */
const drawn = (source: string, isInLink = false): string => {
  const { container, unmount } = render(<FullMarkdown source={source} isInLink={isInLink} />);
  const html = container.firstElementChild?.innerHTML ?? '';
  unmount();
  return html
    .replaceAll(/ (class|target|rel|title)="[^"]*"/g, '')
    .replaceAll(/<\/?(span|bdi)>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?(<\/?(p|ul|ol|li|pre|blockquote|hr)\b[^>]*>) ?/g, '$1')
    .replaceAll(/\s+(?=<\/code>)/g, '')
    .trim();
};

test.each([
  ['**a** *b* `c  d`', '<p><strong>a</strong> <em>b</em> <code>c d</code></p>'],
  ['a  \nb\nc', '<p>a<br> b c</p>'],
  ['# A\n\nB\n-', '<p>A</p><p>B</p>'],
  ['- a\n- b\n  1. c\n', '<ul><li>a</li><li>b<ol start="1"><li>c</li></ol></li></ul>'],
  ['- a\n\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
  ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['> a\n\n---\n\n```js\nb\n c\n```', '<blockquote><p>a</p></blockquote><hr><pre><code>b c</code></pre>'],
  ['&amp; &#322; \\*', '<p>&amp; ł *</p>'],
  ['<b>x</b>\n\n<div>\ny\n</div>', '<p>&lt;b&gt;x&lt;/b&gt;</p>&lt;div&gt; y &lt;/div&gt;'],
] as const)('draws CommonMark as elements: %j', { tags: ['MD-07'] }, (source, html) => {
  expect(drawn(source)).toBe(html);
});

test.each([
  ['[a](https://example.com/b "c")', '<p><a href="https://example.com/b">a</a></p>'],
  ['<https://example.com>', '<p><a href="https://example.com">https://example.com</a></p>'],
  ['[a](<https://example.com/b c>)', '<p><a href="https://example.com/b%20c">a</a></p>'],
  [
    '[a][B] [b]\n\n> [b]: https://example.com/1\n\n[B]: https://example.com/2',
    '<p><a href="https://example.com/1">a</a> <a href="https://example.com/1">b</a></p><blockquote></blockquote>',
  ],
  ['[a](javascript:alert(1)) [b](https://me@example.com) [c][d]\n\n[d]: data:text/html,x', '<p>a b c</p>'],
  ['![a](https://example.com/a.png)![b][c]d\n\n[c]: https://example.com/b.png', '<p>d</p>'],
] as const)('links to addresses of the web alone and shows no images: %j', { tags: ['MD-07', 'A-100'] }, (source, html) => {
  expect(drawn(source)).toBe(html);
});

test('draws a text within a link as one line of words without links of its own', { tags: ['MD-07'] }, () => {
  expect(drawn('# A\n\n- b\n  - **c**\n\n[d](https://example.com)\n\n```\ne\n```\n\n---', true)).toBe(
    'A b <strong>c</strong> d <code>e</code>',
  );
});
