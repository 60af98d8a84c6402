// A plugin is a feature that adds to screens and rules of other features. Only these files name plugins: a host spreads the lists and does
// not depend on any plugin. One file for each weight, so that a page's first load has no more than it needs.
export * from './fields.ts';
export * from './sends.ts';
export * from './words.ts';
