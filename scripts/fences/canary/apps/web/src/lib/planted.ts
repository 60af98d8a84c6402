// Planted: shared-web-knows-no-feature has to find this.
export { inside } from '../features/b/inside.ts';
