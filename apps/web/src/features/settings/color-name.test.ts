import { expect, test } from 'vitest';
import { colorName } from './color-name.ts';

test('a colour is called as people call it, with its shade', { tags: ['LOY-10'] }, () => {
  const called = {
    '#FFFFFF': 'plain white',
    '#000000': 'plain black',
    '#808080': 'plain grey',
    '#D9D9D9': 'light grey',
    '#3A3A3A': 'dark grey',
    '#1F6F4A': 'dark green',
    '#81c49d': 'light green',
    '#E07B00': 'plain orange',
    '#FFD700': 'plain yellow',
    '#FF0000': 'plain red',
    '#8B0000': 'dark red',
    '#FFC0CB': 'plain pink',
    '#FF1493': 'plain pink',
    '#8B4513': 'plain brown',
    '#008B8B': 'dark turquoise',
    '#1E88E5': 'plain blue',
    '#0A1A5C': 'dark blue',
    '#8E24AA': 'plain violet',
  };
  const found = Object.keys(called).map((hex) => {
    const { shade, hue } = colorName(hex);
    return [hex, `${shade} ${hue}`];
  });
  expect(Object.fromEntries(found)).toEqual(called);
});
