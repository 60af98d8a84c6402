export * from './device.ts';
export * from './platforms.ts';
export * from './test-phones.ts';
