export { ClosedDays } from './closed-days-part.tsx';
export { OpenNow } from './open-now-part.tsx';
