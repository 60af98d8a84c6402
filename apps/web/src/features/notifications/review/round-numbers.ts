const MARGIN_DIGITS = 2;
const SHOWN_DIGITS = 3;

const placeOf = (value: number, digits: number): number => 10 ** Math.max(0, String(value).length - digits);
/** To three digits: `1,267` is said as "about 1,270". */
export const inThreeDigits = (value: number): number => {
  const place = placeOf(value, SHOWN_DIGITS);
  return Math.round(value / place) * place;
};

/** An estimate no more exact than its margin: the margin rounded up to two digits, the number to the same place and to three digits. */
export const inRoundNumbers = ({ devices, margin }: { devices: number; margin: number }): { devices: number; margin: number } => {
  const place = placeOf(margin, MARGIN_DIGITS);
  return { devices: inThreeDigits(Math.round(devices / place) * place), margin: Math.ceil(margin / place) * place };
};
