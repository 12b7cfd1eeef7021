import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { dashboards as dashboardCommands } from '../../../../commands/dashboards.ts';
import { callOf } from '../../../command/command.ts';
import { pageAt } from '../../../contract/pages.ts';
import { lazyPart } from '../../components/chunks.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { refusal } from '../../state/connection/refused.ts';
import * as state from '../../state/dashboards.ts';
import { notify } from '../../state/notices.ts';
import { BoardHead } from './BoardHead.tsx';
import { type DashboardFacts, SettingsDialog } from './dialogs.tsx';
import { firstLayout } from './first-layout.ts';
import { TileGrid } from './TileGrid.tsx';
import { type DrawLens, LensDrawer } from './tiles/lens-drawer.ts';
import { dropDraft, hasDraft } from './use-draft.ts';
import { usePageKeys } from './use-page-keys.ts';
import { usePages } from './use-pages.ts';
import '../../components/form/form.css';
import './dashboards.css';

const Editor = lazyPart(() => import('./editor/Editor.tsx'));

/** Fills the screen with an element, or gives the screen back. */
function useWall() {
  const board = useRef<HTMLDivElement>(null);
  const [isWall, setWall] = useState(false);
  useEffect(() => {
    const changed = () =>
      setWall(document.fullscreenElement !== null && document.fullscreenElement === board.current);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  const toggle = async () => {
    if (document.fullscreenElement === null) await board.current?.requestFullscreen();
    else await document.exitFullscreen();
  };
  return { board, isWall, toggle };
}

/** A dashboard as it is looked at. */
function Board(props: {
  readonly dashboard: state.Dashboard;
  readonly onEdit: (page: number) => void;
  readonly startPage: number;
}) {
  const { dashboard, onEdit } = props;
  const text = useText();
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { layout } = dashboard;
  const pages = usePages(layout.pages.length, layout.turnSeconds);
  const { board, isWall, toggle } = useWall();
  const { show } = pages;
  const started = useRef(false);
  useEffect(() => {
    if (!started.current && props.startPage > 0) show(props.startPage);
    started.current = true;
  });
  const projectId = Number(new URLSearchParams(search).get('project')) || null;
  useOffer(dashboardCommands.edit, () => onEdit(pages.page), {
    available: dashboard.canEdit ? true : 'dashboards.cannotEdit',
  });
  useOffer(dashboardCommands.wall, toggle);
  useOffer(dashboardCommands.project, ({ projectId: wanted }) =>
    navigate(wanted === null ? path : `${path}?project=${wanted}`, { replace: true }),
  );
  usePageKeys(true);
  return (
    <div ref={board} className={`dboard column fill ${isWall ? 'dboard--wall' : ''}`}>
      <BoardHead
        dashboard={dashboard}
        pages={pages}
        count={layout.pages.length}
        projectId={projectId}
        isWall={isWall}
      />
      <TileGrid
        key={`${dashboard.id} ${pages.page}`}
        tiles={layout.pages[pages.page]?.tiles ?? []}
        projectId={projectId}
      />
      <span className="visually-hidden" role="status">
        {layout.pages.length > 1
          ? text('dashboards.page', { page: pages.page + 1, pages: layout.pages.length })
          : ''}
      </span>
    </div>
  );
}

type Dialog = 'add' | 'settings' | null;

/** Dashboards: the one of the address, or the first; none yet = how to make one. */
export default function DashboardsPage({ lens }: { readonly lens: DrawLens }) {
  const text = useText();
  const [path, navigate] = useLocation();
  const wanted = Number(pageAt(path)?.parameters['dashboard'] ?? 0) || null;
  const list = state.useDashboards();
  const all = list.data?.dashboards ?? [];
  const id = wanted ?? all[0]?.id ?? null;
  const [editing, setEditing] = useState<{ readonly id: number; readonly page: number } | null>(null);
  const [lastPage, setLastPage] = useState(0);

  const [dialog, setDialog] = useState<Dialog>(null);
  const isEditing = editing !== null && editing.id === id;
  // Changes that were begun and not saved are resumed.
  useEffect(() => {
    if (id !== null && hasDraft(id)) setEditing({ id, page: 0 });
  }, [id]);
  const query = state.useDashboard(id, !isEditing);
  const change = useChange(state.dashboardsKey, text);
  const dashboard = query.data;
  const canShare = list.data?.canShare ?? false;
  const whyNot =
    dashboard === undefined ? 'dashboards.begin' : dashboard.canEdit ? true : 'dashboards.cannotEdit';
  const attempt = async (work: () => Promise<unknown>, said?: () => void) => {
    const refused = await change(work);
    if (refused !== null) notify('error', refused.sentence);
    else said?.();
  };
  useOffer(dashboardCommands.add, () => setDialog('add'));
  useOffer(dashboardCommands.settings, () => setDialog('settings'), {
    available: isEditing ? 'dashboards.saveFirst' : whyNot,
  });
  useOffer(
    dashboardCommands.delete,
    () =>
      attempt(
        async () => {
          if (dashboard !== undefined) await state.deleteDashboard(dashboard.id);
        },
        () => {
          if (dashboard === undefined) return;
          navigate('/dashboards');
          const undo = callOf(dashboardCommands.restore, { dashboardId: dashboard.id });
          notify('success', text('dashboards.deleted', { name: dashboard.name }), null, null, undo);
        },
      ),
    { available: whyNot },
  );
  useOffer(dashboardCommands.restore, ({ dashboardId }) =>
    attempt(
      () => state.restoreDashboard(dashboardId),
      () => navigate(`/dashboards/${dashboardId}`),
    ),
  );
  const add = ({ name, share, turnSeconds }: DashboardFacts) =>
    change(async () => {
      const made = await state.createDashboard({
        name,
        share,
        companyId: null,
        layout: { ...firstLayout, turnSeconds },
      });
      notify('success', text('dashboards.created', { name: name.trim() }));
      navigate(`/dashboards/${made.id}`);
    });
  const save = async (own: state.Dashboard, facts: DashboardFacts, layout: state.DashboardLayout) =>
    change(async () => {
      const { name, share, turnSeconds } = facts;
      await state.updateDashboard(own.id, {
        ...{ revision: own.revision, name, share },
        layout: { ...layout, turnSeconds },
      });
      notify('success', text('dashboards.saved', { name: name.trim() }));
    });
  const failed = list.error ?? query.error;
  const body = () => {
    if (failed !== null && (list.data === undefined || (id !== null && dashboard === undefined)))
      return (
        <FailedState
          title={text('dashboards.failed')}
          reason={
            wanted !== null && list.error === null
              ? text('dashboards.notFound')
              : refusal(failed, text).sentence
          }
          onRetry={() => void Promise.all([list.refetch(), query.refetch()])}
        />
      );
    if (list.data !== undefined && id === null)
      return (
        <EmptyState
          icon="layout-dashboard"
          title={text('dashboards.begin')}
          actions={
            <CommandButton command={dashboardCommands.add} look="primary" label={text('dashboards.new')} />
          }
        >
          {text('dashboards.beginText')}
        </EmptyState>
      );
    if (dashboard === undefined) return <LoadingRows rows={12} />;
    if (isEditing)
      return (
        <Suspense fallback={<LoadingRows rows={12} />}>
          <Editor
            key={dashboard.id}
            dashboard={dashboard}
            startPage={editing.page}
            onSave={(layout, revision) =>
              save({ ...dashboard, revision }, { ...dashboard, turnSeconds: layout.turnSeconds }, layout)
            }
            onEnd={(page) => {
              dropDraft(dashboard.id);
              setLastPage(page);
              setEditing(null);
            }}
          />
        </Suspense>
      );
    return (
      <Board
        key={dashboard.id}
        dashboard={dashboard}
        startPage={lastPage}
        onEdit={(page) => setEditing({ id: dashboard.id, page })}
      />
    );
  };
  return (
    <div className="dashboards column fill">
      <LensDrawer value={lens}>{body()}</LensDrawer>
      {dialog === 'add' && (
        <SettingsDialog
          title={text('command.dashboards.add')}
          label={text('dashboards.new')}
          facts={{ name: text('dashboards.firstName'), share: 'own', turnSeconds: null }}
          canShare={canShare}
          onSave={add}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'settings' && dashboard !== undefined && (
        <SettingsDialog
          title={text('command.dashboards.settings')}
          label={text('dashboards.save')}
          facts={{ ...dashboard, turnSeconds: dashboard.layout.turnSeconds }}
          canShare={canShare}
          onSave={(facts) => save(dashboard, facts, dashboard.layout)}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
