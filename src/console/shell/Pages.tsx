import { type ComponentProps, type ReactNode, Suspense, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect, useSearch } from 'wouter';
import { tabs } from '../../../commands/tabs/index.ts';
import type { MenuEntry } from '../../contract/company/session.ts';
import { addressOf, isElsewhere, type PageId, pageAt, pageIds, pageOf, tabOf } from '../../contract/pages.ts';
import type { Plan } from '../../contract/plans/plans.ts';
import type { StationDetail } from '../../contract/sites/stations.ts';
import { type CommandRunner, useCommands } from '../components/commands.tsx';
import { LoadingRows, NoPermission } from '../components/conditions.tsx';
import { Permit } from '../components/Permit.tsx';
import { screenOf } from '../pages/index.ts';
import { session } from '../state/connection/session.ts';
import type { ImpactOf } from '../state/devices/impact.ts';
import { routedMenus } from '../state/session/menus.ts';
import { safeRedirect } from './address.ts';
import { type LazyPage, lazyPage } from './lazy-page.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { afterLater, mounted } from './running/context.ts';
import { Unknown } from './Unknown.tsx';

const Alarms = lazyPage(afterLater(() => import('../features/alarms/index.tsx')));
const Station = lazyPage(afterLater(() => import('../features/station/index.tsx')));
const History = lazyPage(afterLater(() => import('../features/history/index.tsx')));
const Curve = lazyPage(afterLater(() => import('../features/history/CurvePanel.tsx')));
const Analysis = lazyPage(afterLater(() => import('../features/analysis/index.tsx')));
const InTile = lazyPage(afterLater(() => import('../features/analysis/InTile.tsx')));
const Dashboards = lazyPage(afterLater(() => import('../features/dashboards/index.tsx')));
const Readings = lazyPage(afterLater(() => import('../features/readings/index.tsx')));
const Formulas = lazyPage(afterLater(() => import('../features/formulas/index.tsx')));
const Impact = lazyPage(afterLater(() => import('../features/impact/index.tsx')));
const Remarks = lazyPage(afterLater(() => import('../features/remarks/index.tsx')));
const Control = lazyPage(afterLater(() => import('../features/parameters/index.tsx')));
const SirenStop = lazyPage(afterLater(() => import('../features/parameters/orders/SirenStop.tsx')));
const ArmedMark = lazyPage(afterLater(() => import('../features/safety/desk/ArmedMark.tsx')));
const Scripts = lazyPage(afterLater(() => import('../features/scripts/index.tsx')));
const Plans = lazyPage(afterLater(() => import('../features/plans/index.tsx')));
const PlanRules = lazyPage(afterLater(() => import('../features/alarm-rules/plan/PlanRules.tsx')));
const PlanReport = lazyPage(afterLater(() => import('../features/scripts/run/PlanReport.tsx')));
const Password = lazyPage(afterLater(() => import('../features/password/index.tsx')));
const Shortcuts = lazyPage(afterLater(() => import('./keys/ShortcutsPage.tsx')));

const setChart = (chart: typeof mounted.chart) => {
  mounted.chart = chart;
};
const curve = (station: StationDetail) => (
  <Curve key={station.summary.id} station={station} onChart={setChart} />
);
const formulas = (station: StationDetail) => <Formulas key={station.summary.id} station={station} />;
const data = (station: StationDetail, newest: ReactNode) => (
  <Readings key={station.summary.id} {...{ station, newest, curve, formulas }} onChart={setChart} />
);
const remarks = (station: StationDetail) => <Remarks key={station.summary.id} station={station} />;

const impact = (of: ImpactOf) => (
  <Suspense>
    <Impact {...of} />
  </Suspense>
);
const control = (station: StationDetail) => (
  <Control key={station.summary.id} detail={station} impact={impact} />
);
const siren = (station: StationDetail) => (
  <>
    <Permit needs="alarm:event:view">
      <ArmedMark stationId={station.summary.id} zone={station.summary.timeZone} />
    </Permit>
    <SirenStop station={station.summary} />
  </>
);

const reportOf = (planId: string) => (
  <Suspense>
    <PlanReport planId={planId} />
  </Suspense>
);
const rulesOf = (plan: Plan) => (
  <Suspense>
    <PlanRules plan={plan} />
  </Suspense>
);
const planOf = (planId: string) => <Plans key={planId} planId={planId} rules={rulesOf} />;

/** `/refresh`: mounts the page before it anew. `history.back()` would leave the console when there is none. */
function Refresh() {
  return <Redirect to={mounted.lastPage} replace />;
}

/** `/redirect/…`: goes on to the address behind it, which must be one of the console's. */
function Onward({ address }: { readonly address: string }) {
  const search = useSearch();
  return <Redirect to={safeRedirect(`/${address}${search === '' ? '' : `?${search}`}`)} replace />;
}

const lensOf = (of: ComponentProps<typeof InTile>) => (
  <Suspense>
    <InTile {...of} />
  </Suspense>
);

interface Shown {
  /** Of the page's address; none where an entry of the server's menu names the page. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly commands: CommandRunner;
}

/** Pages that are made of the screens of several areas, or of what only the shell knows. */
const composed: Partial<Record<PageId, (shown: Shown) => ReactNode>> = {
  station: ({ parameters: { id, tab, lens } }) => (
    <Station
      id={Number(id)}
      tab={tab ?? 'latest'}
      curve={curve}
      data={data}
      analysis={(station) => (
        <Analysis key={station.summary.id} station={station} lens={lens ?? null} onChart={setChart} />
      )}
      remarks={remarks}
      control={control}
      siren={siren}
    />
  ),
  dashboards: () => <Dashboards lens={lensOf} />,
  history: () => <History onChart={setChart} />,
  alarms: ({ parameters: { alarm } }) => <Alarms alarmId={alarm === undefined ? null : Number(alarm)} />,
  scripts: ({ parameters: { script, run } }) => (
    <Scripts script={script ?? null} runId={run ?? null} plan={planOf} />
  ),
  plans: () => <Plans planId={null} />,
  plan: ({ parameters: { plan } }) => (
    <Plans key={plan} planId={plan ?? null} report={reportOf} rules={rulesOf} />
  ),
  password: ({ commands }) => (
    <Password onDone={() => commands.run(tabs.close, { which: 'this', address: addressOf('password') })} />
  ),
  shortcuts: () => <Shortcuts />,
};

/** All others: a page is its screen. */
const simple: ReadonlyMap<PageId, LazyPage<object>> = new Map(
  pageIds.flatMap((id) => {
    const page = pageOf(id);
    if (page.feature === undefined || page.access === 'public' || id === 'missing' || id in composed)
      return [];
    const load = screenOf(page);
    return [[id, lazyPage(page.first === true ? load : afterLater(load))]];
  }),
);

/**
 * Fetches the code of the page at an address before it is drawn, so that it is drawn at once; the page itself says when it
 * does not come.
 */
export async function preloadPage(address: string): Promise<void> {
  const id = pageAt(address === '/' ? addressOf('home') : address)?.id;
  const parted: Partial<Record<PageId, { preload(): Promise<unknown> }>> = {
    station: Station,
    history: History,
    dashboards: Dashboards,
  };
  const page = id && (parted[id] ?? simple.get(id));
  await page?.preload().catch(() => undefined);
}

/** What a page shows; null for a name that is no page's. */
function screenNamed(id: string, shown: Shown): ReactNode {
  const Screen = simple.get(id as PageId);
  return Screen === undefined ? (composed[id as PageId]?.(shown) ?? null) : <Screen />;
}

const guarded = (permission: string, page: ReactNode) =>
  permission === '' ? (
    page
  ) : (
    <Permit needs={permission} instead={<NoPermission permission={permission} />}>
      {page}
    </Permit>
  );

/** Addresses that lead to others. */
function Elsewhere({ path }: { readonly path: string }) {
  if (path === '/') return <Redirect to={addressOf('home')} replace />;
  return path === '/refresh' ? <Refresh /> : <Onward address={path.slice('/redirect/'.length)} />;
}

/** The page at an address: of the table of pages, or of the server's menu. */
export function Pages({ path }: { readonly path: string }) {
  const commands = useCommands();
  const { menus } = useSnapshot(session);
  const routes = useMemo(() => routedMenus(menus as readonly MenuEntry[]), [menus]);
  const match = pageAt(path);
  const named = routes.find((route) => route.path === path);
  const shown: Shown = { parameters: match?.parameters ?? {}, commands };
  const screen = screenNamed(match?.id ?? named?.component ?? '', shown);
  const permission = match === null ? named?.permission : match.page.permission;
  return (
    <PageBoundary key={tabOf(path)}>
      <Suspense fallback={<LoadingRows />}>
        {isElsewhere(path) ? (
          <Elsewhere path={path} />
        ) : (
          guarded(permission ?? '', screen ?? <Unknown path={path} />)
        )}
      </Suspense>
    </PageBoundary>
  );
}
