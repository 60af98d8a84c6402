// Apart from the rules, so that the page's first load carries the names alone.
export const popupSorts = ['name', '-name', 'createdDate', '-createdDate'] as const;
export type PopupSort = (typeof popupSorts)[number];
export const DEFAULT_POPUP_SORT: PopupSort = '-createdDate';
