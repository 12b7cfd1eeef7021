/** Time and chance of a run: the same however often it is gone through. */
import { defineProperty, start } from './host.ts';

let clock = start.at;
/** UTC ms: when the last answer was given. */
export const now = (): number => clock;
export const advance = (at: number): void => {
  clock = at;
};

/** The engine's own. */
export const RealDate: DateConstructor = Date;
function ScriptDate(...given: readonly unknown[]) {
  if (new.target === undefined) return new RealDate(clock).toString();
  return Reflect.construct(RealDate, given.length === 0 ? [clock] : given, new.target);
}
ScriptDate.prototype = RealDate.prototype;
defineProperty(RealDate.prototype, 'constructor', { value: ScriptDate, writable: true, configurable: true });
ScriptDate.now = now;
ScriptDate.parse = RealDate.parse;
ScriptDate.UTC = RealDate.UTC;
globalThis.Date = ScriptDate as unknown as DateConstructor;

// mulberry32: the same run draws the same numbers, however often it is gone through.
let seed = start.seed | 0;
Math.random = () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};
