type Point = { id: string; latitude: number; longitude: number };

const EARTH_KM = 12_742;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometres (haversine). */
const distanceKm = (one: Omit<Point, 'id'>, other: Point): number => {
  const [along, across] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)];
  const chord = Math.sin(along / 2) ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(across / 2) ** 2;
  // Rounding can push the root above 1 for opposite points.
  return EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
};

/** Sorts points by their distance from a point in degrees, ties by id. Returns the index of each in `points` and its distance. */
export const nearestFirst = (points: readonly Point[], [latitude, longitude]: [number, number]): { at: number; km: number }[] =>
  points
    .map((point, at) => ({ at, id: point.id, km: distanceKm({ latitude, longitude }, point) }))
    .sort((one, other) => one.km - other.km || (one.id < other.id ? -1 : 1));
