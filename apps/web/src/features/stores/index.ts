export { storeOptionsFilter, stores } from './store.queries.ts';
export { StorePicker } from './store-picker.tsx';
