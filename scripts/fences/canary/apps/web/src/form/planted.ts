// Planted: web-form-is-below-frames has to find this.
export { inside } from '../frames/inside.ts';
