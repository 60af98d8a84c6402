// Planted: only-processes-start-things has to find this.
export { readConfig } from '../../config.ts';
