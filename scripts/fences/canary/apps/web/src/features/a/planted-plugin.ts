// Planted: web-plugins-come-by-their-list has to find this.
export { plugin } from '../b/plugin.tsx';
