const TILE_PX = 256;

export type Tile = { url: string; left: number; top: number };

/** The tiles of a Web-Mercator map of `width` × `height` pixels with a point in its middle. Latitudes beyond ±85° have no tiles. */
export const mapTiles = (
  tileUrl: string,
  point: { latitude: number; longitude: number },
  { zoom, width, height }: { zoom: number; width: number; height: number },
): Tile[] => {
  const tiles = 2 ** zoom;
  const radians = (point.latitude * Math.PI) / 180;
  const x = ((point.longitude + 180) / 360) * tiles;
  const y = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * tiles;
  const [left, top] = [width / 2 - x * TILE_PX, height / 2 - y * TILE_PX];
  const range = (offset: number, size: number): number[] => {
    const first = Math.floor(-offset / TILE_PX);
    return Array.from({ length: Math.floor((size - offset - 1) / TILE_PX) - first + 1 }, (_, n) => first + n);
  };
  return range(top, height).flatMap((row) =>
    row < 0 || row >= tiles
      ? []
      : range(left, width).map((column) => ({
          url: tileUrl
            .replace('{z}', String(zoom))
            .replace('{x}', String(((column % tiles) + tiles) % tiles))
            .replace('{y}', String(row)),
          left: Math.round(left + column * TILE_PX),
          top: Math.round(top + row * TILE_PX),
        })),
  );
};
