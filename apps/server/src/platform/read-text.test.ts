import { describe, expect, test } from 'vitest';
import { readText } from './read-text.ts';

const TEXT = 'Zażółć gęślą jaźń 🛒';
const windows1250 = Buffer.from('Za\xbf\xf3\xb3\xe6', 'latin1');

describe('the text of a file', { tags: ['E-22'] }, () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-16, little endian', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
    ['UTF-16, big endian', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
  ])('is read from %s without its mark', (_encoding, bytes) => expect(readText(bytes, ['utf-8'])).toBe(TEXT));
  test('is read in the first encoding that fits', () => {
    expect(readText(windows1250, ['utf-8', 'windows-1250'])).toBe('Zażółć');
    expect(readText(Buffer.from(TEXT), ['utf-8', 'windows-1250'])).toBe(TEXT);
    expect(readText(Buffer.from(`\ufeff${TEXT}`, 'utf16le'), ['windows-1250'])).toBe(TEXT);
  });
  test('is null for bytes of no such encoding', () => {
    expect(readText(windows1250, ['utf-8'])).toBeNull();
    expect(readText(Buffer.from([0xff, 0xfe, 0x41]), ['utf-8', 'windows-1250'])).toBeNull();
  });
});
