export { storeFormFields } from './editor/store-form.ts';
export { storeReading } from './editor/store-reading.ts';
export { storeItem } from './store-item.ts';
export { stores } from './store.queries.ts';
export { StorePicker } from './store-picker.tsx';
export { useStoreName } from './use-store-name.ts';
