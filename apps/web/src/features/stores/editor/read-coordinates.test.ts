import { expect, test } from 'vitest';
import { readCoordinates } from './read-coordinates.ts';

test('both coordinates in one text, as maps and people write them', { tags: ['O6'] }, () => {
  const warsaw = { latitude: '52.2297', longitude: '21.0122' };
  for (const text of ['52.2297, 21.0122', ' 52.2297,21.0122\n', '52.2297 21.0122', '52.2297° ; 21.0122°'])
    expect(readCoordinates(text), text).toEqual(warsaw);
  expect(readCoordinates('52,2297; 21,0122')).toEqual({ latitude: '52,2297', longitude: '21,0122' });
  expect(readCoordinates('52,2297, 21,0122')).toEqual({ latitude: '52,2297', longitude: '21,0122' });
  expect(readCoordinates('-33.9, 18')).toEqual({ latitude: '-33.9', longitude: '18' });
});
test('returns null for a single coordinate, values out of range and other text', { tags: ['O6'] }, () => {
  for (const text of ['52,229', '52.2297', '', '120.5, 21', '52.2, 200', '52.2, 21.0, 3', 'N 52 E 21', '00-514 Warszawa'])
    expect(readCoordinates(text), text).toBeNull();
});
