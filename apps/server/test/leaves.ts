type Path = readonly (string | number)[];

const isNode = (value: unknown): value is object => typeof value === 'object' && value !== null;
const partsOf = (document: unknown): Record<string | number, unknown> => Object.assign(Array.isArray(document) ? [] : {}, document);

/** Every way to a single value in a document. */
export const leavesOf = (value: unknown): (string | number)[][] =>
  isNode(value) ? Object.entries(value).flatMap(([key, part]) => leavesOf(part).map((rest) => [key, ...rest])) : [[]];

export const withLeaf = (document: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value;
  const copy = partsOf(isNode(document) ? document : {});
  copy[key] = withLeaf(copy[key], rest, value);
  return copy;
};

export const withoutLeaf = (document: unknown, [key, ...rest]: Path): unknown => {
  if (key === undefined || !isNode(document)) return document;
  const copy = partsOf(document);
  if (rest.length > 0) copy[key] = withoutLeaf(copy[key], rest);
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key];
  return copy;
};
