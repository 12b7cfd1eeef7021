import { map as mapCommands } from '../../../../../commands/map.ts';
import { useCommands } from '../../commands.tsx';
import { Icon } from '../../Icon.tsx';
import { useText } from '../../i18n.ts';
import { Menu } from '../../menu/Menu.tsx';
import { useOffer } from '../../screen.ts';
import type { BaseChoice } from './base-layer.ts';

/** What the map lies on, to be chosen; nothing where there is but one. */
export function BaseMenu({ base, retry }: { readonly base: BaseChoice; readonly retry: () => void }) {
  const text = useText();
  const commands = useCommands();
  const { layers, chosen } = base;
  useOffer(
    mapCommands.base,
    ({ layer }) => {
      const wanted = layers.find(({ id }) => id === layer);
      if (wanted === undefined) return;
      if (wanted.id === chosen.id) retry();
      else base.choose(wanted.id);
    },
    {
      available: layers.length > 1,
      choices: () => layers.map(({ id }) => ({ value: id, label: text(`map.base.${id}`) })),
    },
  );
  if (layers.length < 2) return null;
  return (
    <Menu
      label={text('map.base')}
      className="map__base gap-4 text-12 flex"
      trigger={
        <>
          <Icon name="layers" />
          <span>{text(`map.base.${chosen.id}`)}</span>
        </>
      }
      entries={layers.map(({ id }) => ({
        id,
        label: text(`map.base.${id}`),
        on: id === chosen.id,
        onPress: () => commands.run(mapCommands.base, { layer: id }, 'button'),
      }))}
    />
  );
}
