import { page as pageCommands } from '../../../../commands/page.ts';
import type { MessageId } from '../../../base/messages.ts';
import type { Impact } from '../../../contract/devices/parameters.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { bytesText, countText, daysText } from '../../components/values/impact-text.ts';
import { refusal } from '../../state/connection/refused.ts';
import { type ImpactOf, useImpact } from '../../state/devices/impact.ts';
import './impact.css';

type Pair = { readonly before: number | null; readonly after: number | null };

/** `24 → 144`, or one of them where nothing changes; null = not known. */
function Change({ pair, say }: { readonly pair: Pair; readonly say: (value: number) => string }) {
  const [before, after] = [pair.before, pair.after].map((value) => (value === null ? '–' : say(value)));
  if (before === after) return <b className="num">{after}</b>;
  return (
    <span className="num">
      {before} → <b>{after}</b>
    </span>
  );
}

function Facts({ impact }: { readonly impact: Impact }) {
  const text = useText();
  const { reportsPerDay, batteryDays, dataPerDay, alarms } = impact;
  const row = (name: MessageId, pair: Pair | null, say: (value: number) => string, unit: MessageId) => (
    <div>
      <dt>{text(name)}</dt>
      <dd>
        {pair === null ? (
          <span className="faint">
            {text(name === 'impact.battery' ? 'impact.batteryUnknown' : 'impact.unknown')}
          </span>
        ) : (
          <>
            <Change pair={pair} say={say} /> {text(unit)}
          </>
        )}
      </dd>
    </div>
  );
  return (
    <dl className="impact__facts terms text-12">
      {row('impact.reports', reportsPerDay, countText, 'impact.aDay')}
      {row('impact.battery', batteryDays, daysText, 'impact.withoutSun')}
      {row('impact.data', dataPerDay, (bytes) => bytesText(bytes * 30), 'impact.aMonth')}
      {alarms !== null && (
        <div>
          <dt>{text('impact.limits')}</dt>
          <dd>
            {text('impact.firesOn')} <Change pair={alarms} say={countText} /> {text('impact.ofDays')}
          </dd>
        </div>
      )}
    </dl>
  );
}

/** What edits of parameters cost and cause, beside the panel in which they are made. */
export default function ImpactRail(props: ImpactOf) {
  const text = useText();
  const { impact, error, stale, refetch } = useImpact(props);
  useOffer(pageCommands.retry, async () => void (await refetch()), {
    of: 'impact',
    available: error !== null,
  });
  return (
    <section className="impact underlined" aria-label={text('impact.title')} aria-busy={stale}>
      <h2>{text('impact.title')}</h2>
      {impact !== null ? (
        <Facts impact={impact} />
      ) : error !== null ? (
        <div className="impact__failed" role="alert">
          <p>{text('impact.failed')}</p>
          <p className="faint">{refusal(error, text).sentence}</p>
          <CommandButton
            command={pageCommands.retry}
            args={{ of: 'impact' }}
            icon="refresh"
            label={text('action.retry')}
          />
        </div>
      ) : (
        <output className="skeleton impact__loading" aria-label={text('loading')}>
          <span style={{ width: '80%' }} />
          <span style={{ width: '64%' }} />
          <span style={{ width: '72%' }} />
        </output>
      )}
    </section>
  );
}
