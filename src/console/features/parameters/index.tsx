import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { commands as orderCommands } from '../../../../commands/commands/index.ts';
import { parameters as parameterCommands } from '../../../../commands/parameters/index.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { devicePath } from '../../../domain/device-path.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows, NoPermission } from '../../components/conditions.tsx';
import { Segmented } from '../../components/fields.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { usePermitted } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { useNow } from '../../state/connection/clock.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { Changes } from './Changes.tsx';
import { OrderList } from './orders/OrderList.tsx';
import { SendPanel } from './orders/SendPanel.tsx';
import { Panel } from './Panel.tsx';
import type { DrawImpact } from './Rail.tsx';
import { readAt, usePanels } from './use-panel.ts';
import './control.css';

const views = ['parameters', 'commands', 'changes'] as const;
type View = (typeof views)[number];
const isView = (name: string | null): name is View => views.some((view) => view === name);

/** Command control of a station: its devices' parameters, the orders to them, and what was changed. */
export default function ControlTab(props: { readonly detail: StationDetail; readonly impact: DrawImpact }) {
  const { detail } = props;
  const { id: stationId, timeZone: zone } = detail.summary;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const permitted = usePermitted();
  const now = useNow(1000);
  const [path, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const { data, error, refetch, groups } = usePanels(stationId);
  const asked = search.get('view');
  const view = isView(asked) ? asked : 'parameters';
  const group = groups.find((entry) => entry.path === search.get('group')) ?? groups[0];
  const go = (changes: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(location.search);
    next.delete('order');
    for (const [name, value] of Object.entries(changes)) next.set(name, value);
    navigate(`${path}?${next}`, { replace: true });
  };
  useOffer(parameterCommands.view, ({ view: chosen }) => go({ view: chosen }));
  useOffer(
    parameterCommands.read,
    () => {
      if (group === undefined) return;
      const action = group.slot === null ? 'readAll' : 'readParameters';
      commands.run(
        orderCommands.send,
        { stationId, device: devicePath(group.slot), command: action },
        'button',
      );
    },
    { available: group !== undefined },
  );
  const { contact } = data ?? {};
  // What is expected at a moment is looked at again once that has passed.
  const due = contact != null && contact.at < now - contact.plusMinus;
  useEffect(() => {
    if (due) refetch();
  }, [due, refetch]);
  if (!permitted('device:parameter:view')) return <NoPermission permission="device:parameter:view" />;
  if (error !== null && data === undefined) {
    return <FailedState title={text('parameters.failed')} reason={reasonOf(error, text)} onRetry={refetch} />;
  }
  if (data === undefined) return <LoadingRows rows={12} />;
  if (group === undefined)
    return (
      <EmptyState icon="cpu" title={text('parameters.noDevice')}>
        {text('parameters.noDeviceText')}
      </EmptyState>
    );
  const at = readAt(group);
  return (
    <div className="control column">
      <div className="control__bar touch row gap-12 rigid one-line inset raised underlined">
        <Segmented
          label={text('command.parameters.view')}
          value={view}
          options={views.map((value) => ({ value, label: text(`parameters.view.${value}`) }))}
          onChange={(chosen) => commands.run(parameterCommands.view, { view: chosen }, 'button')}
        />
        {view === 'parameters' && (
          <>
            <b className="stressed ellipsis">
              {group.slot === null ? text('parameters.ofRtu') : `${group.device} · ${group.title}`}
            </b>
            <span className="dim num control__read">
              {at === null
                ? text('preview.notRead')
                : text('parameters.readAt', {
                    time: format.time(at, zone, now - at > 86_400_000 ? 'dayTime' : 'time'),
                    age: format.duration(now - at),
                  })}
            </span>
            <span className="grow" />
            <CommandButton
              command={parameterCommands.read}
              icon="refresh"
              showKeys
              label={text('parameters.read')}
            />
          </>
        )}
      </div>
      {view === 'parameters' && (
        <Panel
          key={group.path}
          stationId={stationId}
          groups={groups}
          group={group}
          data={data}
          zone={zone}
          now={now}
          onGroup={(wanted) => go({ group: wanted })}
          impact={props.impact}
        />
      )}
      {view === 'commands' && (
        <>
          <SendPanel stationId={stationId} devices={data.devices} />
          <OrderList
            stationId={stationId}
            devices={data.devices}
            zone={zone}
            now={now}
            chosen={search.get('order')}
          />
        </>
      )}
      {view === 'changes' && <Changes stationId={stationId} zone={zone} />}
    </div>
  );
}
