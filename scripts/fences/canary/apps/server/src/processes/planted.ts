// Planted: production-knows-no-sandbox has to find this.
export { planted } from '../../../../scripts/planted.ts';
