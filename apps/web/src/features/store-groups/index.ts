export { StoreGroupPicker } from './store-group-picker.tsx';
