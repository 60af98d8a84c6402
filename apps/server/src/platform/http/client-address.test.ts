import { describe, expect, test } from 'vitest';
import { addressesWithin, originOf } from './client-address.ts';

describe('an anonymous call counts by one key in each spelling of its address', { tags: ['E-41', 'H12', 'D-14'] }, () => {
  test.each([
    '10.1.2.3',
    ' 10.1.2.3 ',
    '10.1.2.3:51234',
    '[10.1.2.3]:51234',
    '::ffff:10.1.2.3',
    '::FFFF:a01:203',
    '0:0:0:0:0:ffff:10.1.2.3',
    '[::ffff:10.1.2.3]:443',
  ])('%s', (ip) => expect(originOf(ip)).toEqual({ address: '10.1.2.3', network: null }));

  test.each([
    '2001:db8:1:2:3:4:5:6',
    '2001:0DB8:0001:0002::1',
    '[2001:db8:1:2::1]',
    '[2001:db8:1:2::1]:51234',
    '2001:db8:1:2::1%eth0',
    '[2001:db8:1:2::1%eth0]:80',
    '2001:db8:1:2::10.1.2.3',
  ])('%s', (ip) => expect(originOf(ip)).toEqual({ address: '2001:db8:1:2::/64', network: '2001:db8:1::/48' }));

  test.each([
    ['2001:db8::1', { address: '2001:db8:0:0::/64', network: '2001:db8:0::/48' }],
    ['::1', { address: '0:0:0:0::/64', network: '0:0:0::/48' }],
    ['::', { address: '0:0:0:0::/64', network: '0:0:0::/48' }],
    ['1:2:3:4:5:6:7::', { address: '1:2:3:4::/64', network: '1:2:3::/48' }],
  ])('%s', (ip, origin) => expect(originOf(ip)).toEqual(origin));

  test.each([
    undefined,
    '',
    'unknown',
    '_hidden',
    'example.com',
    '10.1.2',
    '010.1.2.3',
    '10.1.2.3:',
    '10.1.2.3:x',
    '[10.1.2.3',
    '1::2::3',
    '::g',
  ])('text that is no address counts as one caller: %s', (ip) => expect(originOf(ip)).toEqual(originOf('no address')));
});

test('a proxy is trusted in each spelling of its address, and text that is no address never is', { tags: ['E-41', 'P03'] }, () => {
  const isTrusted = addressesWithin(['127.0.0.1', '10.0.0.0/8', 'fd00::/8', '::ffff:192.168.0.0/112', '2001:DB8::7']);
  for (const address of [
    '127.0.0.1',
    '::ffff:127.0.0.1',
    '127.0.0.1:443',
    '10.255.0.1',
    '::ffff:a00:1',
    'fd12::1',
    '[fd12::1]:443',
    '192.168.200.1',
    '2001:0db8::0007',
  ])
    expect(isTrusted(address), address).toBe(true);
  for (const address of [undefined, '', 'unknown', '127.0.0.2', '11.0.0.1', 'fe00::1', '193.168.0.1', '2001:db8::8'])
    expect(isTrusted(address), address).toBe(false);
  expect(addressesWithin([])('127.0.0.1')).toBe(false);
});
