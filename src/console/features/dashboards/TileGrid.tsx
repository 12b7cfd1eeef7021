import { EmptyState } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import type { Tile } from '../../state/dashboards.ts';
import { TileFrame } from './TileFrame.tsx';
import { titleOf } from './tiles/kinds.ts';

/** Tiles where they stand; one under the other where there is no room beside each other. */
export function TileGrid({
  tiles,
  projectId,
}: {
  readonly tiles: readonly Tile[];
  readonly projectId: number | null;
}) {
  const text = useText();
  if (tiles.length === 0) return <EmptyState icon="layout-dashboard" title={text('dashboards.emptyPage')} />;
  return (
    <div className="dgrid">
      {tiles
        // As they are read: line by line.
        .toSorted((a, b) => a.y - b.y || a.x - b.x)
        .map((tile) => (
          <section
            key={tile.id}
            className={`dtile dtile--${tile.settings.type}`}
            aria-label={titleOf(tile, text)}
            style={{ gridArea: `${tile.y + 1} / ${tile.x + 1} / span ${tile.h} / span ${tile.w}` }}
          >
            <TileFrame tile={tile} projectId={projectId} />
          </section>
        ))}
    </div>
  );
}
