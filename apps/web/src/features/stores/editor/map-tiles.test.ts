import { expect, test } from 'vitest';
import { mapTiles } from './map-tiles.ts';

const size = { zoom: 15, width: 320, height: 160 };
const url = 'https://t.example/{z}/{x}/{y}.png';

test('the tiles around Warsaw cover the picture, each pixel once', () => {
  const tiles = mapTiles(url, { latitude: 52.2297, longitude: 21.0122 }, size);
  expect(tiles.map((tile) => tile.url)).toContain('https://t.example/15/18296/10789.png');
  const covered = (x: number, y: number) =>
    tiles.filter(({ left, top }) => x >= left && x < left + 256 && y >= top && y < top + 256).length;
  for (const [x, y] of [
    [0, 0],
    [319, 0],
    [0, 159],
    [319, 159],
    [160, 80],
  ] as const)
    expect(covered(x, y)).toBe(1);
});
test('the date line wraps round and the poles have no tiles', () => {
  expect(mapTiles(url, { latitude: 0, longitude: 180 }, size).map((tile) => tile.url)).toContain('https://t.example/15/0/16383.png');
  expect(mapTiles(url, { latitude: 89.9, longitude: 0 }, size)).toEqual([]);
});
