const DIGITS = 2;
const SHOWN_DIGITS = 3;

const placeOf = (value: number, digits: number): number => 10 ** Math.max(0, String(value).length - digits);
/** To three digits: `1,267` is said as "about 1,270". */
export const inThreeDigits = (value: number): number => {
  const place = placeOf(value, SHOWN_DIGITS);
  return Math.round(value / place) * place;
};

/** An estimate in two digits, and no more exact than its margin, which is rounded up to two digits; as it is where it is exact. */
export const inRoundNumbers = ({ devices, margin }: { devices: number; margin: number }): { devices: number; margin: number } => {
  if (margin === 0) return { devices, margin };
  const place = placeOf(margin, DIGITS);
  const shown = Math.max(place, placeOf(devices, DIGITS));
  return { devices: Math.round(devices / shown) * shown, margin: Math.ceil(margin / place) * place };
};
