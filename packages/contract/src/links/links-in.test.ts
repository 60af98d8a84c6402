import { expect, test } from 'vitest';
import { linksIn } from './index.ts';

test('returns each link to content in Markdown and URL fields once, and ignores plain text', { tags: ['LINK-01'] }, () => {
  const texts = [
    '**Zobacz [ofertę](endcap://abc#2)** i [sklep](https://sklep.example)',
    'endcap://typed',
    '[a](endcap://abc#2) [b](endcap://b/c)',
  ];
  expect(linksIn('endcap://', { texts, urls: [' endcap://banner ', 'https://sklep.example', '', 'endcap://abc#0'] })).toEqual([
    'endcap://banner',
    'endcap://abc#2',
  ]);
});
