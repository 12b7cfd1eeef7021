/** What the table benches run in the browser: the console's table, a plain virtual one, and AG Grid. */
import '../../../src/console/shell/themes/index.css';
import '../../../src/console/components/base.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { IntlProvider } from 'react-intl';
import en from '../../../locales/en.json';
import { DataTable } from '../../../src/console/components/table/DataTable.tsx';
import { columns, makeRows } from './table-data.ts';
import { openGrid, PlainTable } from './table-plain.tsx';

const holder = document.getElementById('root') as HTMLElement;
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
/** Resolves when what was changed before is painted: a message posted in a frame comes after its paint. */
const painted = async () => {
  await frame();
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
};
const nothing = () => undefined;
const titles = Object.fromEntries(columns.map(({ id }) => [id, id]));

let rows = makeRows(1);
let close = nothing as () => void;

function open(element: React.ReactNode): void {
  const root = createRoot(holder);
  flushSync(() => root.render(element));
  close = () => root.unmount();
}
const own = () => (
  <IntlProvider locale="en" messages={en}>
    <DataTable
      label="bench"
      columns={columns}
      rows={rows}
      total={rows.length}
      zone="Asia/Shanghai"
      onMore={nothing}
      titles={titles}
    />
  </IntlProvider>
);

const bench = {
  data(count: number) {
    rows = makeRows(count);
  },
  /** Mounts a table over the data; ms until it is painted. */
  async mount(which: 'own' | 'plain' | 'grid') {
    const began = performance.now();
    if (which === 'own') open(own());
    else if (which === 'plain') open(<PlainTable rows={rows} />);
    else {
      const api = await openGrid(holder, rows);
      close = () => api.destroy();
    }
    await painted();
    return performance.now() - began;
  },
  async unmount() {
    close();
    holder.replaceChildren();
    await painted();
  },
  /** Scrolls a view's height further with each frame: all rows are others. */
  async scroll(frames: number) {
    const scroller = document.querySelector('.table__scroll, [data-scroll]');
    if (scroller === null) throw new Error('nothing scrolls');
    for (let count = 0; count < frames; count += 1) {
      await frame();
      scroller.scrollTop += 900;
    }
    await frame();
    return scroller.textContent?.length ?? 0;
  },
};
Object.assign(window, { bench });
