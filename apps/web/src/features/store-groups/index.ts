export { CoveredIncludes } from './covered-includes.tsx';
export { storeGroups } from './store-group.queries.ts';
export { StoreGroupPicker } from './store-group-picker.tsx';
