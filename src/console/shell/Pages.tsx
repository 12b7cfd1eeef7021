import { type ReactNode, Suspense, useMemo } from 'react';
import { useSnapshot } from 'valtio';
import { Redirect, Route, Switch, useSearch } from 'wouter';
import type { MenuEntry } from '../../contract/session.ts';
import { useCommands } from '../components/commands.tsx';
import { LoadingRows, NoPermission } from '../components/conditions.tsx';
import { Permit } from '../components/Permit.tsx';
import type { ImpactOf } from '../state/impact.ts';
import { routedMenus } from '../state/menus.ts';
import { session } from '../state/session.ts';
import type { StationDetail } from '../state/stations.ts';
import { safeRedirect } from './address.ts';
import { afterLater, mounted } from './context.ts';
import { lazyPage } from './lazy-page.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { Unknown } from './Unknown.tsx';

const Home = lazyPage(() => import('../features/home/index.tsx'));
const Station = lazyPage(afterLater(() => import('../features/station/index.tsx')));
const History = lazyPage(afterLater(() => import('../features/history/index.tsx')));
const Curve = lazyPage(afterLater(() => import('../features/history/CurvePanel.tsx')));
const Impact = lazyPage(afterLater(() => import('../features/impact/index.tsx')));
const Remarks = lazyPage(afterLater(() => import('../features/remarks/index.tsx')));
const Control = lazyPage(afterLater(() => import('../features/parameters/index.tsx')));
const SirenStop = lazyPage(afterLater(() => import('../features/parameters/SirenStop.tsx')));
const Sites = lazyPage(afterLater(() => import('../features/sites/index.tsx')));
const Users = lazyPage(afterLater(() => import('../features/users/index.tsx')));
const Audit = lazyPage(afterLater(() => import('../features/audit/index.tsx')));
const Scripts = lazyPage(afterLater(() => import('../features/scripts/index.tsx')));
const Plans = lazyPage(afterLater(() => import('../features/plans/index.tsx')));
const PlanReport = lazyPage(afterLater(() => import('../features/scripts/PlanReport.tsx')));
const Matrix = lazyPage(afterLater(() => import('../features/matrix/index.tsx')));
const Password = lazyPage(afterLater(() => import('../features/password/index.tsx')));
const Log = lazyPage(afterLater(() => import('../features/log/index.tsx')));
const Shortcuts = lazyPage(afterLater(() => import('./ShortcutsPage.tsx')));

/** Fetches the code of the page at an address before it is drawn; the page itself says when it does not come. */
export async function preloadPage(path: string): Promise<void> {
  const page =
    path === '/' || path === '/index'
      ? Home
      : path.startsWith('/station/')
        ? Station
        : path.startsWith('/rest/datshow/')
          ? History
          : null;
  await page?.preload().catch(() => undefined);
}

const setChart = (chart: typeof mounted.chart) => {
  mounted.chart = chart;
};
const curve = (station: StationDetail) => (
  <Curve key={station.summary.id} station={station} onChart={setChart} />
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
const siren = (station: StationDetail) => <SirenStop station={station.summary} />;

const reportOf = (planId: string) => (
  <Suspense>
    <PlanReport planId={planId} />
  </Suspense>
);
const planOf = (planId: string) => <Plans key={planId} planId={planId} />;

/** `/refresh`: mounts the page before it anew. `history.back()` would leave the console when there is none. */
function Refresh() {
  return <Redirect to={mounted.lastPage} replace />;
}

/** `/redirect/…`: goes on to the address behind it, which must be one of the console's. */
function Onward({ address }: { readonly address: string }) {
  const search = useSearch();
  return <Redirect to={safeRedirect(`/${address}${search === '' ? '' : `?${search}`}`)} replace />;
}

/** Screens that an entry of the server's menu may name, at whatever address it gives them. */
const byComponent: Readonly<Record<string, () => ReactNode>> = {
  home: () => <Home />,
  history: () => <History onChart={setChart} />,
  sites: () => <Sites />,
  users: () => <Users />,
  audit: () => <Audit />,
  plans: () => <Plans planId={null} />,
  matrix: () => <Matrix />,
  scripts: () => <Scripts script={null} runId={null} plan={planOf} />,
  log: () => <Log />,
};
const guarded = (permission: string, page: ReactNode) =>
  permission === '' ? (
    page
  ) : (
    <Permit needs={permission} instead={<NoPermission permission={permission} />}>
      {page}
    </Permit>
  );

/** The screens by address. */
export function Pages({ path }: { readonly path: string }) {
  const commands = useCommands();
  const { menus } = useSnapshot(session);
  const routes = useMemo(() => routedMenus(menus as readonly MenuEntry[]), [menus]);
  const onPasswordDone = () => commands.run('tabs.close', { which: 'this', address: '/rest/user/passlist' });
  return (
    <PageBoundary key={path.startsWith('/scripts') ? '/scripts' : path.split('/').slice(0, 3).join('/')}>
      <Suspense fallback={<LoadingRows />}>
        <Switch>
          <Route path="/">
            <Redirect to="/index" replace />
          </Route>
          <Route path="/index">
            <Home />
          </Route>
          <Route path="/station/:id/:tab?">
            {({ id, tab }) => (
              <Station
                id={Number(id)}
                tab={tab ?? 'latest'}
                curve={curve}
                remarks={remarks}
                control={control}
                siren={siren}
              />
            )}
          </Route>
          <Route path="/rest/datshow/list2">
            <History onChart={setChart} />
          </Route>
          <Route path="/log">
            <Log />
          </Route>
          <Route path="/devices/tree">{guarded('device:maintenance:view', <Sites />)}</Route>
          <Route path="/devices/matrix">{guarded('device:parameter:view', <Matrix />)}</Route>
          <Route path="/users">{guarded('system:user:edit', <Users />)}</Route>
          <Route path="/audit">{guarded('system:audit:view', <Audit />)}</Route>
          <Route path="/plans/:id?">
            {({ id }) =>
              guarded('device:parameter:view', <Plans key={id} planId={id ?? null} report={reportOf} />)
            }
          </Route>
          <Route path="/scripts/:script?/:run?">
            {({ script, run }) =>
              guarded(
                'device:workflow:view',
                <Scripts script={script ?? null} runId={run ?? null} plan={planOf} />,
              )
            }
          </Route>
          <Route path="/shortcuts">
            <Shortcuts />
          </Route>
          <Route path="/rest/user/passlist">
            <Password onDone={onPasswordDone} />
          </Route>
          {routes.map(({ path: address, component, permission }) => (
            <Route key={address} path={address}>
              {guarded(permission, byComponent[component]?.() ?? <Unknown path={path} />)}
            </Route>
          ))}
          <Route path="/redirect/*">{(params) => <Onward address={params['*'] ?? ''} />}</Route>
          <Route path="/refresh">
            <Refresh />
          </Route>
          <Route>
            <Unknown path={path} />
          </Route>
        </Switch>
      </Suspense>
    </PageBoundary>
  );
}
