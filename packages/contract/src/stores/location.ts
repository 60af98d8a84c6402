/** roughly Poland; a store elsewhere is possible. */
const isInPoland = (latitude: number, longitude: number): boolean =>
  latitude >= 49 && latitude <= 54.9 && longitude >= 14.1 && longitude <= 24.2;

export const locationDoubts = ['swapped', 'outsidePoland'] as const;
export type LocationDoubt = (typeof locationDoubts)[number];

/** Why coordinates may be wrong: they lie outside Poland, or would lie in it the other way round. Form and import warn by it. */
export const locationDoubt = (latitude: number, longitude: number): LocationDoubt | null => {
  if (isInPoland(latitude, longitude)) return null;
  return isInPoland(longitude, latitude) ? 'swapped' : 'outsidePoland';
};
