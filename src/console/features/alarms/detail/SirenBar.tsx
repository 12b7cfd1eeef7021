import { safety } from '../../../../../commands/safety.ts';
import { sirens as sirenCommands } from '../../../../../commands/sirens.ts';
import { sirensText } from '../../../../derive/siren-text.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import type { AlarmView } from '../../../state/alarms/alarms.ts';
import {
  type JointAct,
  type SirenCall,
  type SirenSite,
  useJoint,
  useSirenSite,
} from '../../../state/safety.ts';
import { clockText } from '../words/use-alarm-words.ts';

type At = (ms: number) => string;

/** Which sirens are awake, and, in red, when those that sleep could sound. */
function Reach({ site, at }: { readonly site: SirenSite; readonly at: At }) {
  const text = useText();
  const awake = site.sirens.filter(({ isAwake }) => isAwake === true).map(({ stationCode }) => stationCode);
  const asleep = site.sirens.filter(({ isAwake }) => isAwake !== true);
  return (
    <>
      <span className="dim">
        {awake.length === 0
          ? text('sirens.reachableNone')
          : text('sirens.reachable', { count: awake.length, names: awake.join(text('list.comma')) })}
      </span>
      {asleep.map(({ rtuId, slot, stationCode, earliest }) => (
        <span key={`${rtuId}/${slot}`} className="asiren__asleep">
          {stationCode}
          {': '}
          {earliest === null ? text('sirens.unknown') : text('sirens.asleep', { time: at(earliest.at) })}
        </span>
      ))}
    </>
  );
}

/** What can be done: sound or refuse what waits, sign what one person has signed, or prepare anew. */
function Buttons(props: {
  readonly alarm: AlarmView;
  readonly call: SirenCall | null;
  readonly act: JointAct | null;
}) {
  const { alarm, call, act } = props;
  const text = useText();
  if (call === null)
    return (
      <CommandButton
        command={sirenCommands.prepare}
        args={{ alarmId: alarm.id }}
        look="danger"
        label={text('sirens.act.prepare')}
      />
    );
  if (call.state !== 'waiting') return null;
  return (
    <>
      <CommandButton
        command={sirenCommands.refuse}
        args={{ callId: call.id }}
        label={text('sirens.act.refuse')}
      />
      {act === null ? (
        <CommandButton
          command={sirenCommands.sound}
          args={{ callId: call.id }}
          look="danger"
          label={text('sirens.act.sound')}
        />
      ) : (
        <CommandButton
          command={safety.show}
          args={{ actId: act.id }}
          look="danger"
          label={text('joint.look')}
        />
      )}
    </>
  );
}

function stateText(
  site: SirenSite,
  call: SirenCall | null,
  act: JointAct | null,
  at: At,
  text: ReturnType<typeof useText>,
): string {
  if (call === null) return text(site.takesTwo ? 'sirens.two' : 'sirens.onePerson');
  if (call.state !== 'waiting') return text(`sirens.call.${call.state}`);
  if (act !== null) return text('sirens.barAsked', { account: act.first.accountName });
  return text(site.takesTwo ? 'sirens.barWaits' : 'sirens.barWaitsOne', { time: at(call.until) });
}

/** The sirens of a red alarm's site: what is prepared, who has signed, which of them are awake. */
export function SirenBar(props: { readonly alarm: AlarmView; readonly zone: string; readonly now: number }) {
  const { alarm, zone, now } = props;
  const text = useText();
  const format = useFormat();
  const isRed = alarm.peak >= 4 && alarm.closed === null && !alarm.isBlind;
  const { data: site } = useSirenSite(isRed ? alarm.stationId : null);
  const { data } = useJoint();
  if (!isRed || site === undefined) return null;
  const own = site.calls.filter(({ alarmId }) => alarmId === alarm.id);
  const call = own.find(({ state }) => state === 'waiting' || state === 'sounding') ?? null;
  const last = own[0] ?? null;
  if (site.sirens.length === 0 || (site.prepares === 'none' && last === null)) return null;
  const at = (ms: number) => clockText(ms, now, zone, format);
  const act =
    data?.acts.find(
      ({ kind, state, lines }) =>
        kind === 'sound' &&
        state === 'waiting' &&
        lines.some(({ name, value }) => name === 'alarm' && value === String(alarm.id)),
    ) ?? null;
  const { arming } = site;
  return (
    <section className="asiren" aria-label={text('safety.sites')}>
      <Icon name="siren" />
      <div className="asiren__what yields text-12 num">
        <b className="strong">{text('sirens.bar', { site: `${site.stationCode} ${site.stationName}` })}</b>
        <span>{sirensText((call ?? site).sound, text)}</span>
        <Reach site={site} at={at} />
        {arming !== null && (
          <span className={arming.problem === null ? 'strong' : 'asiren__asleep'}>
            {arming.problem === null
              ? text('sirens.armed', { time: at(arming.until) })
              : text('sirens.armedVoid', { why: text(`sirens.why.${arming.problem}`) })}
          </span>
        )}
      </div>
      <div className="asiren__do text-12">
        <span className="dim">{stateText(site, call ?? last, act, at, text)}</span>
        <div className="row gap-6 wrap">
          <Buttons alarm={alarm} call={call} act={act} />
        </div>
      </div>
    </section>
  );
}
