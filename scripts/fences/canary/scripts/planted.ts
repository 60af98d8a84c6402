// Planted: scripts-use-faces has to find this.
export { inside } from '../apps/server/src/features/b/inside.ts';
