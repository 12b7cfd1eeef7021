import { sirens as commands } from '../../../../commands/sirens.ts';
import { stations as stationCommands } from '../../../../commands/stations/index.ts';
import type { Command } from '../../../command/command.ts';
import { sirensText } from '../../../derive/siren-text.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { useNow } from '../../state/connection/clock.ts';
import type { SirenCall, SirenSite } from '../../state/safety.ts';
import { SirenReach } from './SirenReach.tsx';
import { timeOf } from './time.ts';
import { useListKeys } from './use-list-keys.ts';

type At = (ms: number) => string;

/** A sounding: a drill says so before all else. */
function Call({ call, at }: { readonly call: SirenCall; readonly at: At }) {
  const text = useText();
  return (
    <li className="safety__call">
      <div className="row gap-6 text-12">
        {call.isDrill && <span className="pill strong">{text('sirens.drill')}</span>}
        {call.isAutomatic && <span className="pill">{text('sirens.automatic')}</span>}
        <span className="num dim">{at(call.createdAt)}</span>
        <b className="strong">{text(`sirens.call.${call.state}`)}</b>
        <span className="dim ellipsis grow">
          {[
            ...(call.alarmId === null ? [] : [text('sirens.alarmMark', { id: call.alarmId })]),
            ...(call.accountName === null ? [] : [call.accountName]),
            ...(call.reason === '' ? [] : [call.reason]),
          ].join(' · ')}
        </span>
        {call.state === 'waiting' && (
          <>
            <CommandButton
              command={commands.refuse}
              args={{ callId: call.id }}
              label={text('sirens.act.refuse')}
            />
            <CommandButton
              command={commands.sound}
              args={{ callId: call.id }}
              look="danger"
              label={text('sirens.act.sound')}
            />
          </>
        )}
      </div>
      {call.targets.map(({ rtuId, slot, stationCode, refused }) =>
        refused === null ? null : (
          <p key={`${rtuId}/${slot}`} className="text-12 safety__asleep">
            {text('sirens.noOrder', { station: stationCode, why: refused })}
          </p>
        ),
      )}
    </li>
  );
}

function Armed({ site, at }: { readonly site: SirenSite; readonly at: At }) {
  const text = useText();
  const { arming } = site;
  if (arming === null) return <p className="text-12 dim">{text('sirens.notArmedNow')}</p>;
  const by = { first: arming.first, second: arming.second, reason: arming.reason };
  return (
    <p className={`row gap-6 text-12 num ${arming.problem === null ? 'safety__armed' : 'safety__asleep'}`}>
      <Icon name="shield-alert" className="icon--small" />
      <b className="strong">
        {arming.problem === null
          ? text('sirens.armed', { time: at(arming.until) })
          : text('sirens.armedVoid', { why: text(`sirens.why.${arming.problem}`) })}
      </b>
      <span className="ellipsis">{text('sirens.armedBy', by)}</span>
    </p>
  );
}

/** What a key does to a site: to what it has prepared, to its arming, or to itself. */
function argsOf(command: Command, site: SirenSite) {
  const waiting = site.calls.find(({ state }) => state === 'waiting');
  if (command.id === commands.sound.id || command.id === commands.refuse.id)
    return waiting === undefined ? null : { callId: waiting.id };
  if (command.id === commands.arm.id && site.arming !== null) return null;
  if (command.id === commands.disarm.id && site.arming === null) return null;
  return command.id === commands.next.id || command.id === commands.previous.id
    ? {}
    : { stationId: site.stationId };
}

function Site(props: { readonly site: SirenSite; readonly row: number; readonly isCurrent: boolean }) {
  const { site, row, isCurrent } = props;
  const text = useText();
  const format = useFormat();
  const { run } = useCommands();
  const now = useNow(10_000);
  const at = (ms: number) => timeOf(ms, now, format, site.timeZone);
  const args = { stationId: site.stationId };
  return (
    <li className="safety__site underlined" data-row={row} aria-current={isCurrent ? 'true' : undefined}>
      <div className="row gap-8 wrap">
        <button
          type="button"
          className="link ellipsis grow safety__name"
          onClick={() => run(stationCommands.open, { ...args, tab: 'latest' }, 'button')}
        >
          <b className="num">{site.stationCode}</b> {site.stationName}
        </button>
        <CommandButton command={commands.setUp} args={args} label={text('sirens.act.setUp')} />
        <CommandButton command={commands.drill} args={args} label={text('sirens.act.drill')} />
        {site.arming === null ? (
          <CommandButton command={commands.arm} args={args} label={text('sirens.act.arm')} />
        ) : (
          <CommandButton
            command={commands.disarm}
            args={args}
            look="primary"
            label={text('sirens.act.disarm')}
          />
        )}
      </div>
      <Armed site={site} at={at} />
      <p className="text-12 dim num">
        {text(`sirens.reach.${site.prepares}`)} · {sirensText(site.sound, text)}
      </p>
      {site.sirens.length === 0 ? (
        <p className="text-12 dim">{text('sirens.none')}</p>
      ) : (
        <SirenReach sirens={site.sirens} at={at} />
      )}
      {site.calls.length > 0 && (
        <ul>
          {site.calls.map((call) => (
            <Call key={call.id} call={call} at={at} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Sites with sirens: what red prepares, whether they are armed, and what sounded within a day. */
export function SiteList({ sites }: { readonly sites: readonly SirenSite[] }) {
  const text = useText();
  const keys = useListKeys(commands, sites, argsOf);
  const some = { available: sites.length > 0 ? true : ('safety.sitesNone.title' as const) };
  useOffer(commands.next, () => keys.move(1), some);
  useOffer(commands.previous, () => keys.move(-1), some);
  return (
    <section className="panel safety__panel" aria-label={text('safety.sites')}>
      <header className="panel__head">
        <h2>{text('safety.sites')}</h2>
        <span className="dim num text-12">{sites.length}</span>
      </header>
      {sites.length === 0 ? (
        <EmptyState icon="siren" title={text('safety.sitesNone.title')}>
          {text('safety.sitesNone.text')}
        </EmptyState>
      ) : (
        <div
          className="scroll"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys are heard here, and what is long is scrolled by keys
          tabIndex={0}
          role="group"
          aria-label={text('safety.sites')}
          onKeyDown={keys.onKeyDown}
          onFocus={keys.onFocus}
        >
          <ul>
            {sites.map((site, index) => (
              <Site key={site.stationId} site={site} row={index} isCurrent={index === keys.current} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
