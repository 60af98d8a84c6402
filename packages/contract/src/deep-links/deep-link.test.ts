import { expect, test } from 'vitest';
import { deepLink, isTarget, isWebAddress, readDeepLink } from './index.ts';

const scheme = 'endcap://';

test('scheme and id, the page only when it is not 1', { tags: ['NOTIF-FORM-24', 'NOTIF-FORM-25', 'NOTIF-FORM-26'] }, () => {
  expect(deepLink(scheme, 'abc')).toBe('endcap://abc');
  expect(deepLink(scheme, 'abc', 1)).toBe('endcap://abc');
  expect(deepLink(scheme, 'abc', 3)).toBe('endcap://abc#3');
  expect(readDeepLink(scheme, 'endcap://abc#3')).toEqual({ contentId: 'abc', page: 3 });
});

test.each(['https://sklep.pl/a?b=c#d', 'http://sklep.pl', 'endcap://abc', 'endcap://abc#2'])(
  '%s is a target',
  { tags: ['NOTIF-VAL-12'] },
  (url) => expect(isTarget(scheme, url)).toBe(true),
);

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://x',
  '//evil',
  'www.sklep.pl',
  'other://abc',
  'https://',
  'https://a b',
  'https://user:pw@host',
  'https:\\\\evil',
  'endcap://abc#0',
  'endcap://abc#-1',
  'endcap://abc#1.5',
  'endcap://abc#1;drop',
  'endcap://a/b',
  'endcap://',
])('%s is not', { tags: ['NOTIF-VAL-11', 'NOTIF-VAL-12', 'N07'] }, (url) => expect(isTarget(scheme, url)).toBe(false));

test('a web address is http or https with a host, without user info, blanks or backslashes', { tags: ['D-13'] }, () => {
  for (const url of ['https://sklep.pl', 'HTTP://sklep.pl:8080/a@b?c#d', 'https://[::1]/']) expect(isWebAddress(url), url).toBe(true);
  for (const url of [
    'https://user@sklep.pl',
    'https://:pw@sklep.pl',
    'https:sklep.pl',
    'https://a\\b',
    'javascript:1',
    'ws://a',
    'https://a\u00a0b',
    '',
  ])
    expect(isWebAddress(url), url).toBe(false);
});
