const DIGITS = 2;

/** An estimate as exact as its margin: that in two digits, and what it is the margin of down to the same place. */
export const inRoundNumbers = ({ devices, margin }: { devices: number; margin: number }): { devices: number; margin: number } => {
  const place = 10 ** Math.max(0, String(margin).length - DIGITS);
  return { devices: Math.round(devices / place) * place, margin: Math.ceil(margin / place) * place };
};
