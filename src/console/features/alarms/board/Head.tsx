import { useSnapshot } from 'valtio';
import { alarms as alarmCommands } from '../../../../../commands/alarms/index.ts';
import { table } from '../../../../../commands/table.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { Segmented } from '../../../components/fields.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { Menu } from '../../../components/menu/Menu.tsx';
import { alarmSorts } from '../../../state/alarms/order.ts';
import { preferences } from '../../../state/preferences.ts';
import { alarmTabs } from '../view.ts';
import type { AlarmBoard } from './use-board.ts';

/** What is listed, and what can be done with the list as a whole. */
export function Head({ board }: { readonly board: AlarmBoard }) {
  const text = useText();
  const commands = useCommands();
  const { sound } = useSnapshot(preferences);
  const { counts, open, filters } = board;
  const numbers = {
    open: counts.open,
    shelved: counts.shelved,
    outOfService: counts.outOfService,
    closed: counts.closed ?? '',
  };
  return (
    <header className="panel__head aboard__head">
      <h2>{text('page.alarms')}</h2>
      <Segmented
        label={text('argument.alarmTab')}
        value={filters.tab}
        options={alarmTabs.map((tab) => ({
          value: tab,
          label: `${text(`alarms.tab.${tab}`)} ${open.data === undefined ? '' : numbers[tab]}`,
        }))}
        onChange={(tab) => commands.run(alarmCommands.show, { tab })}
      />
      <span className="grow" />
      <CommandButton
        command={alarmCommands.sound}
        icon={sound ? 'volume' : 'volume-off'}
        label={text(sound ? 'alarms.sound.on' : 'alarms.sound.off')}
        look="ghost"
        pressed={sound}
      />
      {filters.tab !== 'closed' && (
        <Menu
          label={`${text('argument.sort')}: ${text(`alarms.sort.${board.view.sort}`)}`}
          className="button button--ghost"
          trigger={
            <>
              <Icon name="sort" />
              <span className="aboard__word">{text(`alarms.sort.${board.view.sort}`)}</span>
            </>
          }
          entries={alarmSorts.map((sort) => ({
            id: sort,
            label: text(`alarms.sort.${sort}`),
            on: sort === board.view.sort,
            onPress: () => commands.run(alarmCommands.sort, { sort }, 'menu'),
          }))}
        />
      )}
      <CommandButton command={table.export} icon="download" label={text('alarms.export')} look="ghost" />
    </header>
  );
}
