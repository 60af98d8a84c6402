export type Hue = 'white' | 'black' | 'grey' | 'red' | 'orange' | 'brown' | 'yellow' | 'green' | 'turquoise' | 'blue' | 'violet' | 'pink';
export type ColorName = { shade: 'light' | 'plain' | 'dark'; hue: Hue };

/** Start of each hue on the colour wheel, in degrees. Red follows the last one. */
const wheel: readonly (readonly [from: number, hue: Hue])[] = [
  [0, 'red'],
  [16, 'orange'],
  [45, 'yellow'],
  [70, 'green'],
  [165, 'turquoise'],
  [195, 'blue'],
  [255, 'violet'],
  [300, 'pink'],
  [345, 'red'],
];
const LIGHT = 0.6;
const DARK = 0.3;

/** Returns the common name of a colour `#RRGGBB`: its hue and its shade. */
export const colorName = (hex: string): ColorName => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const lightness = (most + least) / 2;
  const chroma = most - least;
  const shade = lightness > LIGHT ? 'light' : lightness < DARK ? 'dark' : 'plain';
  if (lightness > 0.97) return { shade: 'plain', hue: 'white' };
  if (lightness < 0.05) return { shade: 'plain', hue: 'black' };
  if (chroma < 0.08) return { shade, hue: 'grey' };
  const sixth = most === r ? ((g - b) / chroma + 6) % 6 : most === g ? (b - r) / chroma + 2 : (r - g) / chroma + 4;
  const hue = wheel.findLast(([from]) => sixth * 60 >= from)?.[1] ?? 'red';
  // A light red is a pink, and an orange without light a brown.
  if (hue === 'red' && shade === 'light') return { shade: 'plain', hue: 'pink' };
  if (hue === 'pink') return { shade: shade === 'dark' ? 'dark' : 'plain', hue };
  if (hue === 'orange' && lightness < 0.4) return { shade: lightness < 0.15 ? 'dark' : 'plain', hue: 'brown' };
  return { shade, hue };
};
