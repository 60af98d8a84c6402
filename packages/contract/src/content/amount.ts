const AMOUNT = /^(\d{1,6})(?:[.,](\d{1,10}))?$/;

/** Hundredths of a decimal text with point or comma, rounded half up without floating point; null when it is no number. */
export const hundredths = (text: string): number | null => {
  const [, whole, fraction = ''] = AMOUNT.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const digits = fraction.padEnd(3, '0');
  return Number(whole) * 100 + Number(digits.slice(0, 2)) + (Number(digits[2]) >= 5 ? 1 : 0);
};

/** `1250` is `12.50`. */
export const amountText = (cents: number): string => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** §5, §9: limits in hundredths, by kind of discount. */
export const discountLimits = { cash: [100, 99_999], percentage: [100, 9_999] } as const;
/** §9, PLN. */
export const MIN_BASKET_LIMITS = [1, 999] as const;
