export { addPopupRoutes } from './admin.routes.ts';
export { addAppPopupRoutes } from './app.routes.ts';
export { createPopups } from './popups-for-phones.ts';
export { popupOrder, popupsAsEdited } from './popup.repository.ts';
export { popupsLeadingTo } from './popup-usage.repository.ts';
export { endShowings, endShowingsOf, markShowingsEnded, popupsToEnd } from './showing.repository.ts';
