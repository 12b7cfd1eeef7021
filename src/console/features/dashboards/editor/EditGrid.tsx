import type { KeyboardEvent } from 'react';
import { dashboards } from '../../../../../commands/dashboards.ts';
import { dashboardBounds } from '../../../../base/bounds/dashboards.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useText } from '../../../components/i18n.ts';
import { TileArranger } from '../../../components/tiles/TileArranger.tsx';
import type { Tile } from '../../../state/dashboards.ts';
import { TileFrame } from '../TileFrame.tsx';
import { titleOf } from '../tiles/kinds.ts';
import { placeText } from './place-text.ts';

const { columns, rows } = dashboardBounds;
const sides: Readonly<Record<string, 'left' | 'right' | 'up' | 'down'>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Tiles that are dragged by their heads and sized at their corners; arrows do the same to the one with the focus. */
export function EditGrid(props: {
  readonly tiles: readonly Tile[];
  readonly chosen: number | null;
  readonly onPlaced: (tiles: readonly Tile[]) => void;
}) {
  const { tiles, chosen, onPlaced } = props;
  const text = useText();
  const commands = useCommands();
  const onKeyDown = (event: KeyboardEvent, tileId: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = sides[event.key];
    if (to === undefined && event.key !== 'Delete' && event.key !== 'Backspace') return;
    event.preventDefault();
    event.stopPropagation();
    if (tileId !== chosen) commands.run(dashboards.chooseTile, { tileId }, 'key');
    if (to === undefined) commands.run(dashboards.removeTile, {}, 'key');
    else if (event.shiftKey) commands.run(dashboards.sizeTile, { to }, 'key');
    else commands.run(dashboards.moveTile, { to }, 'key');
  };
  return (
    <TileArranger
      tiles={tiles}
      columns={columns}
      rows={rows}
      chosen={chosen}
      nameOf={(tile) => `${titleOf(tile, text)}, ${placeText(tile, text)}`}
      classOf={({ settings }) => `dtile dtile--${settings.type}`}
      onReach={(tileId) => {
        if (tileId !== chosen) commands.run(dashboards.chooseTile, { tileId }, 'button');
      }}
      onKeyDown={onKeyDown}
      onPlaced={onPlaced}
    >
      {(tile) => <TileFrame tile={tile} projectId={null} grip={<Icon name="list" className="dim" />} />}
    </TileArranger>
  );
}
