import { type ComponentType, memo, type ReactNode, Suspense, useState } from 'react';
import { useText } from '../../components/i18n.ts';
import type { Tile } from '../../state/dashboards.ts';
import { tileKinds, titleOf } from './tiles/kinds.ts';
import type { TileProps } from './tiles/scope.ts';

/** What a tile shows, under its title. */
export const TileFrame = memo(function TileFrame(props: {
  readonly tile: Tile;
  /** Project of the dashboard; null = all. */
  readonly projectId: number | null;
  /** Stands before the title. */
  readonly grip?: ReactNode;
}) {
  const { tile, projectId, grip } = props;
  const text = useText();
  const [note, setNote] = useState('');
  const { settings } = tile;
  // The table has a component for each type, which takes settings of that type.
  const Content = tileKinds[settings.type].component as ComponentType<TileProps<typeof settings.type>>;
  const title = titleOf(tile, text);
  return (
    <>
      <header className="dtile__head row gap-8">
        {grip}
        <h2 className="ellipsis">{title}</h2>
        <span className="dtile__note dim text-12 ellipsis" title={note}>
          {note}
        </span>
      </header>
      <div className="dtile__body column fill">
        <Suspense fallback={null}>
          <Content settings={settings as never} projectId={projectId} onNote={setNote} />
        </Suspense>
      </div>
    </>
  );
});
