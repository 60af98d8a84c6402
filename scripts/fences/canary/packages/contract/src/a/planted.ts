// Planted: contract-knows-nobody has to find this.
export { readFileSync } from 'node:fs';
