export { storeSearchText, stores } from './store.queries.ts';
export { StorePicker } from './store-picker.tsx';
