// Planted: apps-are-strangers has to find this.
export { inside } from '../apps/web/src/features/b/inside.ts';
