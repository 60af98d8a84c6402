export { addSystemRoutes } from './admin.routes.ts';
export { runJobs } from './run-jobs.ts';
export { type Checked, type ServerCheck, serverChecks } from './server-checks.ts';
