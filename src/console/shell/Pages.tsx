import { Suspense, useEffect } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { LoadingRows } from '../components/conditions.tsx';
import type { StationDetail } from '../state/stations.ts';
import { mounted } from './context.ts';
import { lazyPage } from './lazy-page.tsx';
import { PageBoundary } from './PageBoundary.tsx';

const Home = lazyPage(() => import('../features/home/index.tsx'));
const Station = lazyPage(() => import('../features/station/index.tsx'));
const History = lazyPage(() => import('../features/history/index.tsx'));
const Curve = lazyPage(() => import('../features/history/CurvePanel.tsx'));
const Log = lazyPage(() => import('../features/log/index.tsx'));
const Missing = lazyPage(() => import('../features/missing/index.tsx'));

const setChart = (chart: typeof mounted.chart) => {
  mounted.chart = chart;
};
const curve = (station: StationDetail) => (
  <Curve key={station.summary.id} station={station} onChart={setChart} />
);

/** `/refresh`: mounts the page before it anew. */
function Refresh() {
  useEffect(() => history.back(), []);
  return null;
}

/** The screens by address. */
export function Pages({ path }: { readonly path: string }) {
  return (
    <PageBoundary key={path.split('/').slice(0, 3).join('/')}>
      <Suspense fallback={<LoadingRows />}>
        <Switch>
          <Route path="/">
            <Redirect to="/index" replace />
          </Route>
          <Route path="/index">
            <Home />
          </Route>
          <Route path="/station/:id/:tab?">
            {({ id, tab }) => <Station id={Number(id)} tab={tab ?? 'latest'} curve={curve} />}
          </Route>
          <Route path="/rest/datshow/list2">
            <History onChart={setChart} />
          </Route>
          <Route path="/log">
            <Log />
          </Route>
          <Route path="/redirect/*">{(params) => <Redirect to={`/${params['*']}`} replace />}</Route>
          <Route path="/refresh">
            <Refresh />
          </Route>
          <Route>
            <Missing address={path} />
          </Route>
        </Switch>
      </Suspense>
    </PageBoundary>
  );
}
