// Planted: a fence that has gone blind would let this pass.
export { inside } from '../b/inside.ts';
