export { addContentRoutes } from './admin.routes.ts';
export { addAppContentRoutes } from './app.routes.ts';
export { contentKind } from './content.kind.ts';
export { findManyContent, linkedContent, publishedBetween, storedAims } from './content.repository.ts';
export { listedContent, wholeContent } from './content-feed.repository.ts';
export { createFeed } from './feed.ts';
export { contentLeadingTo, contentLinkingTo, contentNaming } from './content-usage.repository.ts';
export { seenOf } from './feed-seen.ts';
export { createStillFeed, type StillFeed, type StillItem, stillItemOf } from './still-feed.ts';
