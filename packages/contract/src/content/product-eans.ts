const EAN = /^\d{1,14}$/;

/** the EANs of an entry, split at commas, semicolons and blanks, without repetitions; what is none is named. */
export const readEans = (text: string): { eans: string[]; rejected: string[] } => {
  const pieces = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  return { eans: pieces.filter((piece) => EAN.test(piece)), rejected: pieces.filter((piece) => !EAN.test(piece)) };
};

export const isEan = (text: string): boolean => EAN.test(text);
