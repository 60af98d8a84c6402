// Planted: no-circles has to find this, though one of the two is a type alone.
export type * from './planted.ts';
