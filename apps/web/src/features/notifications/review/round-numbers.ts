const DIGITS = 2;
const SHOWN_DIGITS = 3;

const unitOf = (value: number, digits: number): number => 10 ** Math.max(0, String(value).length - digits);
/** Rounds to three digits: `1,267` becomes "about 1,270". */
export const inThreeDigits = (value: number): number => {
  const unit = unitOf(value, SHOWN_DIGITS);
  return Math.round(value / unit) * unit;
};

/** Rounds an estimate to two digits, but not finer than its margin, which is rounded up. Exact counts stay as they are. */
export const inRoundNumbers = ({ devices, margin }: { devices: number; margin: number }): { devices: number; margin: number } => {
  if (margin === 0) return { devices, margin };
  const unit = unitOf(margin, DIGITS);
  const shown = Math.max(unit, unitOf(devices, DIGITS));
  return { devices: Math.round(devices / shown) * shown, margin: Math.ceil(margin / unit) * unit };
};
