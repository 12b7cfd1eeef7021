import { useSnapshot } from 'valtio';
import { useCommands } from '../components/commands.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { Icon, type IconName } from '../components/Icon.tsx';
import { type Text, useText } from '../components/i18n.ts';
import { Menu } from '../components/Menu.tsx';
import { type StationSummary, useStations } from '../state/stations.ts';
import { homeAddress, tabKey, tabs } from '../state/tabs.ts';
import './page-tabs.css';

/** Title of a page: the station's name, or the page's own word. */
export function pageTitle(path: string, stations: readonly StationSummary[], text: Text): string {
  const id = /^\/station\/(\d+)/.exec(path)?.[1];
  if (id !== undefined) {
    const station = stations.find((entry) => entry.id === Number(id));
    return station === undefined ? text('page.station') : `${station.code} ${station.name}`;
  }
  if (path === homeAddress) return text('page.home');
  if (path.startsWith('/rest/datshow')) return text('page.history');
  if (path === '/log') return text('page.log');
  if (path === '/devices/tree') return text('page.devices');
  if (path === '/users') return text('page.users');
  if (path === '/password') return text('page.password');
  if (path === '/shortcuts') return text('page.shortcuts');
  return text('page.404');
}

const iconOf = (path: string): IconName => {
  if (path === homeAddress) return 'house';
  if (path.startsWith('/rest/datshow')) return 'line-chart';
  if (path === '/devices/tree') return 'folder-tree';
  if (path === '/users') return 'user';
  if (path === '/password') return 'lock';
  if (path === '/shortcuts') return 'keyboard';
  return path === '/log' ? 'scroll-text' : 'map-pin';
};

/** The open pages as tabs. Home stays; a station's tab shows its state while it has an alarm. */
export function PageTabs({ path }: { readonly path: string }) {
  const text = useText();
  const commands = useCommands();
  const { list } = useSnapshot(tabs);
  const { data } = useStations();
  const stations = data?.stations ?? [];
  const active = tabKey(path);
  return (
    <nav className="tabs" aria-label={text('tabs.label')}>
      <div className="tabs__list">
        {list.map((tab) => {
          const title = pageTitle(tab.address, stations, text);
          const station = stations.find((entry) => tab.address === `/station/${entry.id}`);
          const alarmed = station !== undefined && station.level > 0;
          return (
            <div key={tab.address} className={`tab ${tab.address === active ? 'tab--active' : ''}`}>
              <button
                type="button"
                className="tab__open"
                aria-current={tab.address === active ? 'page' : undefined}
                onClick={() => commands.run('navigation.open', { address: `${tab.address}${tab.query}` })}
                onAuxClick={(event) => {
                  if (event.button === 1) commands.run('tabs.close', { which: 'this', address: tab.address });
                }}
              >
                {alarmed ? <Glyph state={station.state} /> : <Icon name={iconOf(tab.address)} />}
                <span className="ellipsis">{title}</span>
              </button>
              {tab.address !== homeAddress && (
                <button
                  type="button"
                  className="tab__close"
                  aria-label={text('tabs.close', { title })}
                  onClick={() => commands.run('tabs.close', { which: 'this', address: tab.address })}
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
        className="tabs__more"
        trigger={<Icon name="ellipsis" />}
        entries={(['this', 'left', 'right', 'others', 'all'] as const).map((which) => ({
          id: which,
          label: text(`tabs.which.${which}`),
          disabled: which === 'this' && active === homeAddress,
          onPress: () => commands.run('tabs.close', { which }, 'menu'),
        }))}
      />
    </nav>
  );
}
