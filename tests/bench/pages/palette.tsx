/** What the palette bench runs in the browser: keystroke → paint of the console's palette and of cmdk's own filter. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { stationItems } from '../../../src/console/shell/palette/entries.ts';
import { SearchIndex } from '../../../src/console/shell/palette/search/index.ts';
import { OwnPalette } from './palette-own.tsx';
import { PlainList } from './palette-plain.tsx';
import { benchStations, typed } from './palette-stations.ts';

const holder = document.getElementById('root') as HTMLElement;
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;

/** Resolves when what was changed before is painted: a message posted in a frame comes after its paint. */
const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });
const idle = () => new Promise((resolve) => setTimeout(resolve, 30));

/** Types everything into the list, letter by letter; ms from each keystroke until it is painted, less waiting for a frame. */
async function keystrokes(
  List: typeof OwnPalette,
  count: number,
  queries: readonly string[],
): Promise<number[]> {
  const stations = benchStations(count);
  const root = createRoot(holder);
  flushSync(() => root.render(<List stations={stations} />));
  // The palette's words come in chunks of their own.
  for (let tries = 0; holder.querySelector('[cmdk-item]') === null && tries < 300; tries += 1) await idle();
  const input = holder.querySelector('input');
  if (input === null) throw new Error('the list has no input');
  const taken: number[] = [];
  for (const [turn, query] of ['warm', ...queries].entries()) {
    for (let length = 0; length <= query.length; length += 1) {
      await idle();
      // Begun in a frame, so that the wait for the next one is not counted.
      await new Promise<void>((resolve, reject) => {
        requestAnimationFrame(() => {
          const began = performance.now();
          setValue?.call(input, query.slice(0, length));
          flushSync(() => input.dispatchEvent(new Event('input', { bubbles: true })));
          const port = new MessageChannel();
          port.port1.onmessage = () => {
            if (turn > 0 && length > 0) taken.push(performance.now() - began);
            resolve();
          };
          // cmdk sorts and measures in what it schedules; it runs before the paint of this frame.
          port.port2.postMessage(null);
          if (input.value !== query.slice(0, length)) reject(new Error('nothing was typed'));
        });
      });
      await painted();
    }
  }
  flushSync(() => root.unmount());
  return taken;
}

const at = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN;
const spread = (values: readonly number[]) => ({ median: at(values, 0.5), p95: at(values, 0.95) });

const bench = {
  async own(count: number) {
    return spread(await keystrokes(OwnPalette, count, typed));
  },
  async plain(count: number) {
    return spread(await keystrokes(PlainList, count, typed.slice(0, 3)));
  },
  /** The search alone: ms of building it and of a keystroke. */
  search(count: number) {
    const items = stationItems(benchStations(count));
    const builds = Array.from({ length: 5 }, () => {
      const began = performance.now();
      new SearchIndex(items);
      return performance.now() - began;
    });
    const index = new SearchIndex(items);
    const taken: number[] = [];
    for (let pass = 0; pass < 4; pass += 1)
      for (const query of typed)
        for (let length = 1; length <= query.length; length += 1) {
          const began = performance.now();
          index.search(query.slice(0, length), { limit: 50 });
          if (pass > 0) taken.push(performance.now() - began);
        }
    return { build: at(builds, 0.5), ...spread(taken) };
  },
};
Object.assign(window, { bench });
