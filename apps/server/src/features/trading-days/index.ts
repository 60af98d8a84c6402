export { addTradingDayRoutes } from './admin.routes.ts';
