import { expect, test } from 'vitest';
import { linksIn } from './index.ts';

test('LINK-01: links to content in markdown and addresses, each once; what is shown as typed leads nowhere', () => {
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
