import type { ReactNode } from 'react';
import { parameters as parameterCommands } from '../../../../commands/parameters/index.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import type { ImpactOf } from '../../state/devices/impact.ts';
import type { StationParameters } from '../../state/devices/parameters.ts';
import { useParameterChanges } from '../../state/devices/parameters.ts';
import { ChangeText } from './ChangeText.tsx';
import { changeState } from './change-state.ts';
import type { PanelGroup } from './use-panel.ts';
import './rail.css';

const shown = 6;

/** Draws what edits cost and cause: another feature, which the shell puts here. */
export type DrawImpact = (of: ImpactOf) => ReactNode;

/** What the server can weigh: edits that are right, secrets apart. */
function weighed({ definition, edits, problems }: PanelGroup): PanelGroup['edits'] {
  const wrong = new Set(problems.map(({ field }) => field));
  const secret = new Set(definition.fields.flatMap(({ id, type }) => (type === 'secret' ? [id] : [])));
  return Object.fromEntries(Object.entries(edits).filter(([id]) => !wrong.has(id) && !secret.has(id)));
}

/** When the device takes something, next to what the edits would cause and what was changed last. */
export function Rail(props: {
  readonly stationId: number;
  readonly group: PanelGroup;
  readonly data: StationParameters;
  readonly zone: string;
  readonly now: number;
  readonly impact: DrawImpact;
}) {
  const { stationId, group, data, zone, now } = props;
  const text = useText();
  const format = useFormat();
  const { data: found } = useParameterChanges(stationId);
  const changes = (found?.changes ?? []).filter(({ target }) => target.slot === group.slot);
  const { contact } = data;
  const device = data.devices.find(({ target }) => target.slot === group.slot);
  return (
    <aside className="rail prail text-12" aria-label={text('parameters.rail')}>
      {device !== undefined &&
        props.impact({
          stationId,
          target: device.target,
          group: group.definition.id,
          edits: weighed(group),
        })}
      <section>
        <h2>{text('preview.landsAt')}</h2>
        {contact === null ? (
          <p className="dim">{text('parameters.noContact')}</p>
        ) : contact.plusMinus === 0 || contact.at <= now ? (
          <p className="prail__lands stressed">{text('parameters.atOnce')}</p>
        ) : (
          <>
            <p className="prail__lands num stressed">
              {format.time(contact.at, zone, contact.at - now > 86_400_000 ? 'dayTime' : 'minute')} ±{' '}
              {format.duration(contact.plusMinus)}
            </p>
            <p className="dim num">
              {text('parameters.nextWake', { left: format.countdown(contact.at - now) })}
            </p>
          </>
        )}
      </section>
      <section>
        <h2>
          {text('parameters.lastChanges')} <span className="num">{changes.length}</span>
        </h2>
        {changes.length === 0 ? (
          <p className="dim">{text('changes.none')}</p>
        ) : (
          <ul className="prail__changes">
            {changes.slice(0, shown).map((change) => {
              const { icon, message, tone } = changeState(change);
              return (
                <li key={change.orderId}>
                  <span className={`ostate__word--${tone}`} title={text(message)}>
                    <Icon name={icon} />
                    <span className="visually-hidden">{text(message)}</span>
                  </span>
                  <span className="num faint">{format.time(change.at, zone, 'dayTime')}</span>
                  <span>
                    <ChangeText change={change} />
                    <span className="faint">
                      {[change.by ?? '', text(message)].filter(Boolean).join(text('list.comma'))}
                    </span>
                  </span>
                </li>
              );
            })}
          </ul>
        )}
        {changes.length > 0 && (
          <CommandButton
            command={parameterCommands.view}
            args={{ view: 'changes' }}
            icon="history"
            look="ghost"
            label={text('parameters.allChanges')}
          />
        )}
      </section>
    </aside>
  );
}
