import { AsyncResource } from 'node:async_hooks';

type Bound = (...args: unknown[]) => unknown;

/**
 * Makes `AsyncResource.bind` cheap for the rest of this process. Node's own hangs a deprecated property on each bound
 * function, and its HTTP/2 client binds one a request: more than a quarter of a sender's processor time (decision 0021).
 * Context, `this`, arguments and results are as before; `asyncResource` and `length` are missing.
 */
export const bindLeanly = (): void => {
  const bind = function (this: AsyncResource, fn: Bound, thisArg?: unknown): Bound {
    const run = this.runInAsyncScope.bind(this);
    return function (this: unknown, ...args) {
      return run(fn, thisArg === undefined ? this : thisArg, ...args);
    };
  };
  AsyncResource.prototype.bind = bind as typeof AsyncResource.prototype.bind;
};
