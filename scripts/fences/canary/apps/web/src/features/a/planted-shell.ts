// Planted: features-do-not-know-the-shell has to find this.
export { router } from '../../app/router.ts';
