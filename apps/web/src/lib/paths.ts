/** The named routes of the specification (NAV-25, NAV-26); links are built from these and nothing else. */
export const paths = {
  login: '/login',
  loginCallback: '/login/callback',
  notifications: '/notification',
  notificationNew: '/notification/new',
  notificationSubs: '/notification/subscription-stats',
  notificationDetails: '/notification/$notificationId',
  stores: '/store',
  storeNew: '/store/new',
  storeEdit: '/store/$storeId',
  storeGroups: '/store-group',
  storeGroupsNew: '/store-group/new',
  content: '/content',
  contentNew: '/content/new',
  contentEdit: '/content/$contentId',
  popup: '/popup',
  popupNew: '/popup/new',
  popupEdit: '/popup/$popupId',
  settings: '/settings',
  system: '/settings/system',
  threads: '/threads',
  thread: '/thread/$threadId',
  knowledges: '/knowledge',
  knowledgeNew: '/knowledge/new',
  knowledgeEdit: '/knowledge/$knowledgeId',
  storeGroupsEdit: '/store-group/$storeGroupId',
  calendar: '/calendar',
  preview: '/preview',
  evidence: '/evidence',
  activity: '/activity',
  daySheet: '/day-sheet',
} as const;

/** The addresses that name no item. */
export type PlainPath = Exclude<(typeof paths)[keyof typeof paths], `${string}$${string}`>;

export type ScreenPath = (typeof paths)[keyof typeof paths];

/** Returns the path of the screen at an address. A literal path takes precedence over one with an id. */
export const screenPathAt = (pathname: string): ScreenPath | undefined => {
  const all = Object.values(paths);
  const fits = (path: string): boolean => new RegExp(`^${path.replace(/\$\w+/, '[^/]+')}$`).test(pathname);
  return all.find((path) => path === pathname) ?? all.find(fits);
};

/** Target of `/`, unknown paths and refused screens (§9). */
export const DEFAULT_ROUTE = paths.notifications;

/** Returns a path of this page. A target that could leave it, or is too long, becomes the default route (A14). */
export const safeReturnTo = (wanted: unknown): string =>
  typeof wanted === 'string' &&
  wanted.length <= 500 &&
  /^\/(notification|store|store-group|content|popup|settings|knowledge|threads|thread|calendar|preview|evidence|activity|day-sheet)(\/[\w\-/%.]*)?(\?[\w\-/=&%.+*]*)?$/.test(
    wanted,
  )
    ? wanted
    : DEFAULT_ROUTE;
