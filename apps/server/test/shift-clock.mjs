// Preloaded into a process: its system clock is wrong by SHIFTED_BY_MS.
const shiftMs = Number(process.env.SHIFTED_BY_MS);
const Real = Date;
const now = () => Real.now() + shiftMs;
globalThis.Date = new Proxy(Real, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
