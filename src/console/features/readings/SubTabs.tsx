import { type KeyboardEvent, useEffect, useRef } from 'react';
import { stations } from '../../../../commands/stations/index.ts';
import type { DataTab } from '../../../derive/data-tabs.ts';
import { useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';

export type ShownTab = DataTab | 'newest';

/** The data sub-tabs of a station: arrows move between them, `,` and `.` do so from anywhere. */
export function SubTabs(props: { readonly tabs: readonly ShownTab[]; readonly chosen: ShownTab }) {
  const { tabs, chosen } = props;
  const text = useText();
  const commands = useCommands();
  const list = useRef<HTMLDivElement>(null);
  const step = (by: number): ShownTab =>
    tabs[(tabs.indexOf(chosen) + by + tabs.length) % tabs.length] ?? 'newest';
  const open = (page: ShownTab) => commands.run(stations.page, { page }, 'button');
  useOffer(stations.pageNext, () => open(step(1)), { available: tabs.length > 1 });
  useOffer(stations.pagePrevious, () => open(step(-1)), { available: tabs.length > 1 });
  useEffect(() => {
    const box = list.current;
    const tab = box?.querySelector<HTMLElement>('[aria-selected="true"]');
    // Not by scrollIntoView: Chromium holds every page that was left after it.
    if (box == null || tab == null || chosen === tabs[0]) return;
    box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2;
  }, [chosen, tabs]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    open(step(by));
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
  };
  return (
    <div
      ref={list}
      className="subtabs row rigid one-line paper underlined"
      role="tablist"
      aria-label={text('station.tables')}
    >
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`data-${tab}`}
          aria-selected={tab === chosen}
          tabIndex={tab === chosen ? 0 : -1}
          onClick={() => open(tab)}
          onKeyDown={onKeyDown}
        >
          {text(`station.data.${tab}`)}
        </button>
      ))}
    </div>
  );
}
