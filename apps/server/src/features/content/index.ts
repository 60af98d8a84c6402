export { addContentRoutes } from './admin.routes.ts';
export { addAppContentRoutes } from './app.routes.ts';
export { findManyContent, linkedContent } from './content.repository.ts';
export { createFeed } from './feed.ts';
export { contentLeadingTo, contentNaming } from './content-usage.repository.ts';
