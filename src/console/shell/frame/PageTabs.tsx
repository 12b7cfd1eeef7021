import { type KeyboardEvent, useState } from 'react';
import { useSnapshot } from 'valtio';
import { navigation } from '../../../../commands/navigation/index.ts';
import { tabs as tabsCommands } from '../../../../commands/tabs/index.ts';
import type { MenuEntry } from '../../../contract/company/session.ts';
import { pageAt, tabOf } from '../../../contract/pages.ts';
import { useCommands } from '../../components/commands.tsx';
import { Glyph } from '../../components/Glyph.tsx';
import { Icon, isIconName } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { Menu, type MenuEntryProps } from '../../components/menu/Menu.tsx';
import { session } from '../../state/connection/session.ts';
import { preferences } from '../../state/preferences.ts';
import { addedPage, menuTitle } from '../../state/session/menus.ts';
import { useStations } from '../../state/sites/stations.ts';
import { homeAddress, tabs } from '../../state/tabs.ts';
import './page-tabs.css';

/** The kind of thing that is dragged: only tabs of this page are taken. */
const dragged = 'text/x-groundwatch-tab';

/** Says the title of the page at an address: the station's name, the page's own word, or that of the server's menu. */
export function usePageTitle(): (path: string) => string {
  const text = useText();
  const { data } = useStations();
  const { language } = useSnapshot(preferences);
  const menus = useSnapshot(session).menus as readonly MenuEntry[];
  return (path) => {
    const match = pageAt(path);
    if (match === null) {
      const added = addedPage(menus, path);
      return added === null ? text('page.404') : menuTitle(added.entry, language);
    }
    const id = match.id === 'station' ? Number(match.parameters['id']) : null;
    const station = data?.stations.find((entry) => entry.id === id);
    return station === undefined ? text(match.page.title) : `${station.code} ${station.name}`;
  };
}

function iconOf(path: string, menus: readonly MenuEntry[]) {
  const name = pageAt(path)?.page.icon ?? addedPage(menus, path)?.entry.menuIcon ?? '';
  return isIconName(name) ? name : 'map-pin';
}

/** Arrows, Home and End move among the tabs; Delete closes the one that has the focus, and its neighbour gets it. */
function onStripKey(event: KeyboardEvent<HTMLElement>): void {
  const strip = event.currentTarget;
  if (event.defaultPrevented || !(event.target instanceof Element)) return;
  // Not in a tab's menu.
  const own = event.target.closest('[role=menu]') === null ? event.target.closest('.tab') : null;
  const all = [...strip.querySelectorAll('.tab')];
  const at = own === null ? -1 : all.indexOf(own);
  if (at < 0) return;
  const focus = (tab: Element | undefined) => tab?.querySelector<HTMLElement>('.tab__open')?.focus();
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
  if (to !== undefined) focus(all[(to + all.length) % all.length]);
  else if (event.key === 'Delete') {
    const cross = own?.querySelector<HTMLElement>('.tab__close');
    if (cross == null) return;
    focus(all[at + 1] ?? all[at - 1]);
    cross.click();
  } else return;
  event.preventDefault();
}

/** The open pages as tabs. Home stays; a station's tab shows its state while it has an alarm. */
export function PageTabs({ path }: { readonly path: string }) {
  const text = useText();
  const commands = useCommands();
  const { list, closed } = useSnapshot(tabs);
  const { data } = useStations();
  const stations = data?.stations ?? [];
  const menus = useSnapshot(session).menus as readonly MenuEntry[];
  const titleOf = usePageTitle();
  const active = tabOf(path);
  const [over, setOver] = useState<string | null>(null);
  const tabEntries = (address: string): MenuEntryProps[] => [
    ...(['this', 'left', 'right', 'others', 'all'] as const).map((which) => ({
      id: which,
      label: text(`tabs.which.${which}`),
      disabled: which === 'this' && address === homeAddress,
      onPress: () => commands.run(tabsCommands.close, { which, address }, 'menu'),
    })),
    {
      id: 'reopen',
      label: text('command.tabs.reopen'),
      disabled: closed.length === 0,
      onPress: () => commands.run(tabsCommands.reopen, {}, 'menu'),
    },
    {
      id: 'pin',
      label: text('command.tabs.pin'),
      on: list.some((tab) => tab.address === address && tab.pinned === true),
      disabled: address === homeAddress,
      onPress: () => commands.run(tabsCommands.pin, { address }, 'menu'),
    },
    {
      id: 'copyLink',
      label: text('command.navigation.copyLink'),
      disabled: address !== active,
      onPress: () => commands.run(navigation.copyLink, {}, 'menu'),
    },
    {
      id: 'refresh',
      label: text('command.navigation.refresh'),
      disabled: address !== active,
      onPress: () => commands.run(navigation.refresh, {}, 'menu'),
    },
  ];
  return (
    <nav className="tabs yields raised flex" aria-label={text('tabs.label')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the strip; each tab in it is a button */}
      <div className="tabs__list grow yields flex" onKeyDown={onStripKey}>
        {list.map((tab) => {
          const title = titleOf(tab.address);
          const station = stations.find((entry) => tab.address === `/station/${entry.id}`);
          const alarmed = station?.deviceAlarm === true;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: dragging is the mouse's way to what a command does
            <div
              key={tab.address}
              className={`tab row text-12 dim ${tab.address === active ? 'tab--active paper strong' : ''} ${over === tab.address ? 'tab--over' : ''}`}
              draggable={tab.address !== homeAddress}
              onDragStart={(event) => {
                event.dataTransfer.setData(dragged, tab.address);
                event.dataTransfer.effectAllowed = 'move';
              }}
              onDragOver={(event) => {
                if (!event.dataTransfer.types.includes(dragged)) return;
                event.preventDefault();
                setOver(tab.address);
              }}
              onDragLeave={() => setOver(null)}
              onDrop={(event) => {
                event.preventDefault();
                setOver(null);
                const address = event.dataTransfer.getData(dragged);
                const before = tab.address === homeAddress ? list[1]?.address : tab.address;
                if (address !== tab.address && before !== undefined)
                  commands.run(tabsCommands.move, { to: 'last', address, before }, 'button');
              }}
              onContextMenu={(event) => {
                event.preventDefault();
                event.currentTarget.querySelector<HTMLElement>('.tab__menu')?.click();
              }}
            >
              <button
                type="button"
                className="tab__open row gap-6 yields"
                aria-current={tab.address === active ? 'page' : undefined}
                onClick={() => commands.run(navigation.open, { address: `${tab.address}${tab.query}` })}
                onAuxClick={(event) => {
                  if (event.button === 1)
                    commands.run(tabsCommands.close, { which: 'this', address: tab.address });
                }}
              >
                {alarmed ? (
                  <Glyph state={station.state} />
                ) : (
                  <Icon name={iconOf(tab.address, menus)} className="icon--small" />
                )}
                <span className="ellipsis">{title}</span>
                {tab.pinned === true && (
                  <>
                    <Icon name="pin" className="icon--small" />
                    <span className="visually-hidden">{text('tabs.pinned')}</span>
                  </>
                )}
              </button>
              <Menu
                label={text('tabs.menu', { title })}
                className="tab__menu"
                trigger={<Icon name="chevron-down" />}
                entries={tabEntries(tab.address)}
              />
              {tab.address !== homeAddress && (
                <button
                  type="button"
                  className="tab__close"
                  aria-label={text('tabs.close', { title })}
                  onClick={() => commands.run(tabsCommands.close, { which: 'this', address: tab.address })}
                >
                  <Icon name="x" />
                </button>
              )}
            </div>
          );
        })}
      </div>
      <Menu
        label={text('tabs.more')}
        className="tabs__more row dim"
        trigger={<Icon name="ellipsis" />}
        entries={tabEntries(active)}
      />
    </nav>
  );
}
