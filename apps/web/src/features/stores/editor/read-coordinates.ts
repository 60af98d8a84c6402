const DEGREES = '[-+]?\\d{1,3}';
const ANY = `${DEGREES}(?:[.,]\\d{1,20})?`;
/** Matches `52.2297, 21.0122` as maps copy it, also with decimal commas. A lone comma separates only numbers with decimal points. */
const PAIRS = [new RegExp(`^(${ANY})\\s*(?:;|,?\\s)\\s*(${ANY})$`), new RegExp(`^(${DEGREES}\\.\\d{1,20}),(${DEGREES}\\.\\d{1,20})$`)];

/** Returns latitude and longitude as written in a text; null for any other text. */
export const readCoordinates = (text: string): { latitude: string; longitude: string } | null => {
  const cleaned = text.trim().replaceAll('°', '');
  const [, latitude = '', longitude = ''] = PAIRS.map((pair) => pair.exec(cleaned)).find(Boolean) ?? [];
  const lies = (degrees: string, limit: number): boolean => degrees !== '' && Math.abs(Number(degrees.replace(',', '.'))) <= limit;
  return lies(latitude, 90) && lies(longitude, 180) ? { latitude, longitude } : null;
};
