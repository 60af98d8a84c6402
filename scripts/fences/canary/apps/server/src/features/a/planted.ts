// Planted: server-features-meet-at-index has to find this.
export { inside } from '../b/inside.ts';
