import { useState } from 'react';
import { dashboards, tileTypes } from '../../../../../commands/dashboards.ts';
import { dashboardBounds } from '../../../../base/bounds/dashboards.ts';
import type { MessageId } from '../../../../base/messages.ts';
import { freeId, freePlace, stepped, whyNotPlaced } from '../../../../domain/dashboards/grid.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { EmptyState } from '../../../components/conditions.tsx';
import type { FormRefusal } from '../../../components/form/use-form.ts';
import { useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import type { Dashboard, DashboardLayout, Tile } from '../../../state/dashboards.ts';
import { notify } from '../../../state/notices.ts';
import { PageTurner } from '../PageTurner.tsx';
import { tileKinds, titleOf } from '../tiles/kinds.ts';
import { useDraft } from '../use-draft.ts';
import { EditGrid } from './EditGrid.tsx';
import { TileForm } from './TileForm.tsx';

/** A cell to a side: of the place, and of the size. */
const moves = { left: { x: -1 }, right: { x: 1 }, up: { y: -1 }, down: { y: 1 } } as const;
const sizes = { left: { w: -1 }, right: { w: 1 }, up: { h: -1 }, down: { h: 1 } } as const;

/** What can be done to the tiles of the page that is being changed. */
function useTiles(layout: DashboardLayout, page: number, change: (layout: DashboardLayout) => void) {
  const text = useText();
  const [chosenId, setChosen] = useState<number | null>(null);
  const tiles = layout.pages[page]?.tiles ?? [];
  const chosen = tiles.find(({ id }) => id === chosenId);
  const put = (next: readonly Tile[]) =>
    change({ ...layout, pages: layout.pages.map((one, at) => (at === page ? { tiles: [...next] } : one)) });
  const add = (tile: Omit<Tile, 'id' | 'x' | 'y'>) => {
    const place = tiles.length < dashboardBounds.tiles ? freePlace(tiles, tile) : null;
    if (place === null) return notify('error', text('dashboards.pageFull'));
    const made = { ...tile, ...place, id: freeId(tiles) };
    put([...tiles, made]);
    setChosen(made.id);
  };
  const step = (by: Parameters<typeof stepped>[2]) => {
    const moved = chosen === undefined ? null : stepped(tiles, chosen.id, by);
    if (moved === null) notify('info', text('dashboards.blocked'));
    else put(moved);
  };
  const why: true | MessageId = chosen === undefined ? 'dashboards.noTile' : true;
  useOffer(dashboards.addTile, ({ tile: type }) =>
    add({ ...tileKinds[type].size, title: '', settings: tileKinds[type].fresh }),
  );
  useOffer(dashboards.chooseTile, ({ tileId }) => setChosen(tileId), {
    choices: () => tiles.map((tile) => ({ value: tile.id, label: titleOf(tile, text) })),
  });
  useOffer(dashboards.removeTile, () => put(tiles.filter(({ id }) => id !== chosenId)), { available: why });
  useOffer(
    dashboards.copyTile,
    () => {
      if (chosen !== undefined) add(chosen);
    },
    { available: why },
  );
  useOffer(dashboards.moveTile, ({ to }) => step(moves[to]), { available: why });
  useOffer(dashboards.sizeTile, ({ to }) => step(sizes[to]), { available: why });
  const set = (changed: Tile) => put(tiles.map((tile) => (tile.id === changed.id ? changed : tile)));
  return { tiles, chosen, put, set, clear: () => setChosen(null) };
}

/** Changes a dashboard: kinds of tiles at the left, the page, what is set of the chosen tile at the right. */
export default function Editor(props: {
  readonly dashboard: Dashboard;
  readonly startPage: number;
  readonly onSave: (layout: DashboardLayout, revision: number) => Promise<FormRefusal | null>;
  readonly onEnd: (page: number) => void;
}) {
  const { dashboard, onSave, onEnd } = props;
  const text = useText();
  const draft = useDraft(dashboard);
  const { layout, changes, change } = draft;
  const [wanted, setPage] = useState(props.startPage);
  const page = Math.min(wanted, layout.pages.length - 1);
  const { tiles, chosen, put, set, clear } = useTiles(layout, page, change);
  const show = (next: number) => {
    setPage(next);
    clear();
  };
  const unchanged = changes > 0 ? true : 'dashboards.noChange';
  useOffer(dashboards.save, async () => {
    if (changes === 0) return onEnd(page);
    const refused = await onSave(layout, draft.revision);
    if (refused === null) onEnd(page);
    else notify('error', refused.sentence);
  });
  useOffer(dashboards.discard, () => onEnd(page));
  useOffer(dashboards.undo, draft.undo, { available: unchanged });
  useOffer(
    dashboards.turn,
    ({ to }) => show((page + (to === 'next' ? 1 : -1) + layout.pages.length) % layout.pages.length),
    { available: layout.pages.length > 1 ? true : 'dashboards.onePage' },
  );
  useOffer(dashboards.addPage, () => {
    if (layout.pages.length >= dashboardBounds.pages)
      return notify('error', text('dashboards.pagesFull', { limit: dashboardBounds.pages }));
    change({ ...layout, pages: [...layout.pages, { tiles: [] }] });
    show(layout.pages.length);
  });
  useOffer(
    dashboards.removePage,
    () => {
      change({ ...layout, pages: layout.pages.filter((_one, at) => at !== page) });
      show(Math.max(0, page - 1));
    },
    { available: layout.pages.length > 1 ? true : 'dashboards.onePage' },
  );
  return (
    <div className="dedit column fill">
      <header className="dboard__head row gap-12 wrap">
        <h1 className="dboard__name">{dashboard.name}</h1>
        <span className="pill pill--info num">{text('dashboards.editing', { count: changes })}</span>
        <CommandButton command={dashboards.undo} icon="undo" iconOnly look="ghost" />
        <span className="grow" />
        <PageTurner page={page} pages={layout.pages.length} />
        <CommandButton command={dashboards.addPage} icon="plus" iconOnly look="ghost" />
        <CommandButton command={dashboards.removePage} icon="trash" iconOnly look="ghost" />
        <CommandButton command={dashboards.discard} label={text('dashboards.discard')} />
        <CommandButton command={dashboards.save} look="primary" label={text('dashboards.save')} />
      </header>
      <div className="dedit__body fill">
        <aside className="dedit__kinds column scroll" aria-label={text('dashboards.tiles')}>
          <h2 className="padded">{text('dashboards.tiles')}</h2>
          {tileTypes.map((tile) => (
            <CommandButton
              key={tile}
              command={dashboards.addTile}
              args={{ tile }}
              icon={tileKinds[tile].icon}
              look="ghost"
              label={text(`dashboards.kind.${tile}`)}
            />
          ))}
          <p className="dim text-12 padded">{text('dashboards.addHint')}</p>
        </aside>
        <EditGrid
          tiles={tiles}
          chosen={chosen?.id ?? null}
          onPlaced={(moved) => {
            if (whyNotPlaced(moved) === null) put(moved);
          }}
        />
        <aside className="dedit__settings column scroll" aria-label={text('command.dashboards.settings')}>
          {chosen === undefined ? (
            <EmptyState icon="layout-dashboard" title={text('dashboards.noTile')}>
              {text('dashboards.keysHint')}
            </EmptyState>
          ) : (
            <TileForm key={chosen.id} tile={chosen} onChange={set} />
          )}
        </aside>
      </div>
    </div>
  );
}
