export { CoveredIncludes } from './covered-includes.tsx';
export { storeGroupMessages } from './store-group.messages.ts';
export { storeGroups } from './store-group.queries.ts';
export { StoreGroupPicker } from './store-group-picker.tsx';
