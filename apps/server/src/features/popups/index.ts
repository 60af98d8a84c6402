export { addPopupRoutes } from './admin.routes.ts';
export { addAppPopupRoutes } from './app.routes.ts';
export { popupKind } from './popup.kind.ts';
export { namedPopups, popupOrder, popupsAsEdited } from './popup.repository.ts';
export { createPopups, popupsForVersion } from './popups-for-phones.ts';
export { isForVersion } from './shown-to.ts';
export { popupsLeadingTo, popupsLinkingTo } from './popup-usage.repository.ts';
export { endShowings, endShowingsOf, markShowingsEnded, popupsToEnd } from './showing.repository.ts';
