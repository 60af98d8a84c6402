// Planted: platform-has-no-groceries has to find this.
export { inside } from '../features/b/inside.ts';
