// Planted: processes-use-faces has to find this.
export { inside } from './features/b/inside.ts';
