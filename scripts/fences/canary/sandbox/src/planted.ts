// Planted: no-circles has to find this.
export * from './planted-back.ts';
