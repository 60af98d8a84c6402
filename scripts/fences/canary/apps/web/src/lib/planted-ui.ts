// Planted: web-lib-is-the-ground has to find this.
export { inside } from '../ui/inside.ts';
