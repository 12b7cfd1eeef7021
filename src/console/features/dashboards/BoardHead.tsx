import { dashboards } from '../../../../commands/dashboards.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Select } from '../../components/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { useOpenAlarms } from '../../state/alarms/alarms.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import { asks, shownRank } from '../../state/alarms/order.ts';
import { useNow } from '../../state/connection/clock.ts';
import { type Dashboard, useDashboards } from '../../state/dashboards.ts';
import { useStations } from '../../state/sites/stations.ts';
import { PageTurner } from './PageTurner.tsx';
import type { usePages } from './use-pages.ts';

/** The clock of a wall: that of the browser. */
function Clock() {
  const format = useFormat();
  const now = useNow(1000);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <span className="row gap-12 num rigid dboard__clock">
      <span className="dim">{format.time(now, zone, 'date')}</span>
      <b>{format.time(now, zone, 'time')}</b>
    </span>
  );
}

/** Open alarms by their level, and how many nobody has answered. */
function Counts({ projectId }: { readonly projectId: number | null }) {
  const text = useText();
  const level = useLevelWord(text);
  const { data } = useOpenAlarms();
  const open = (data?.alarms ?? []).filter(
    (alarm) => alarm.closed === null && (projectId === null || alarm.projectId === projectId),
  );
  const waiting = open.filter(asks).length;
  return (
    <span className="row gap-12 dboard__counts">
      {[4, 3, 2, 1].map((rank) => (
        <span key={rank} className="row gap-6 num" title={level(rank)}>
          <LevelGlyph rank={rank} size={16} />
          <span className="visually-hidden">{level(rank)}</span>
          <b>{open.filter((alarm) => shownRank(alarm) === rank).length}</b>
        </span>
      ))}
      <span className={waiting === 0 ? 'dim' : 'strong'}>
        {text('dashboards.figure.unanswered')} <span className="num">{waiting}</span>
      </span>
    </span>
  );
}

/** Which dashboard it is, how alarms stand, its page, and what can be done with it. */
export function BoardHead(props: {
  readonly dashboard: Dashboard;
  readonly pages: ReturnType<typeof usePages>;
  readonly count: number;
  readonly projectId: number | null;
  readonly isWall: boolean;
}) {
  const { dashboard, pages, count, projectId, isWall } = props;
  const text = useText();
  const commands = useCommands();
  const { data } = useDashboards();
  const { data: sites } = useStations();
  const { name } = dashboard;
  const others = data?.dashboards ?? [dashboard];
  return (
    <header className="dboard__head row gap-12 wrap">
      {isWall ? (
        <h1 className="dboard__name">{name}</h1>
      ) : (
        <Select
          label={text('dashboards.list')}
          value={String(dashboard.id)}
          options={others.map((one) => ({ value: String(one.id), label: one.name }))}
          onChange={(id) => commands.run(dashboards.open, { dashboardId: Number(id) }, 'button')}
        />
      )}
      <Counts projectId={projectId} />
      <span className="grow" />
      {count > 1 && (
        <span className="row gap-6 text-12 dim">
          <PageTurner page={pages.page} pages={count} />
          {(pages.left !== null || pages.isHeld) && (
            <>
              <span className="num">
                {pages.left === null
                  ? text('dashboards.held')
                  : text('dashboards.turnsIn', { seconds: pages.left })}
              </span>
              <CommandButton
                command={dashboards.hold}
                icon={pages.isHeld ? 'play' : 'pause'}
                iconOnly
                look="ghost"
                pressed={pages.isHeld}
              />
            </>
          )}
        </span>
      )}
      {(sites?.projects.length ?? 0) > 1 && (
        <Select
          label={text('argument.project')}
          value={String(projectId ?? '')}
          options={[
            { value: '', label: text('dashboards.allProjects') },
            ...(sites?.projects ?? []).map((one) => ({ value: String(one.id), label: one.name })),
          ]}
          onChange={(id) =>
            commands.run(dashboards.project, { projectId: id === '' ? null : Number(id) }, 'button')
          }
        />
      )}
      {isWall && <Clock />}
      {!isWall && (
        <>
          <CommandButton command={dashboards.edit} icon="pencil" iconOnly look="ghost" />
          <CommandButton command={dashboards.settings} icon="settings" iconOnly look="ghost" />
          <CommandButton command={dashboards.add} icon="plus" iconOnly look="ghost" />
          <CommandButton command={dashboards.delete} icon="trash" iconOnly look="ghost" />
        </>
      )}
      <CommandButton
        command={dashboards.wall}
        icon={isWall ? 'x' : 'maximize'}
        iconOnly
        look="ghost"
        pressed={isWall}
      />
    </header>
  );
}
