import { rules } from '../../../../commands/rules.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import { kindMessage } from '../../../derive/messages.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { usePermitted } from '../../components/Permit.tsx';
import type { AlarmHealth } from '../../state/alarms/health.ts';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import { isAllTrue } from './Findings.tsx';
import { TryFix } from './TryFix.tsx';

export type Instance = Pick<AlarmHealth['noisiest'][number], 'stationCode' | 'stationName' | 'slot' | 'kind'>;

/** The station's code, and what of it is judged. */
export function useInstanceName(): (instance: Instance) => string {
  const text = useText();
  return ({ slot, kind }) => {
    const what = kind === null ? 'RTU' : text(kindMessage(kindByCode(kind)?.id ?? 'none'));
    return slot === null ? what : `#${slot} ${what}`;
  };
}

/** Raises of each day as small bars. */
function Bars({ counts }: { readonly counts: readonly number[] }) {
  const most = Math.max(...counts, 1);
  const [width, height] = [92, 18];
  const step = width / Math.max(1, counts.length);
  return (
    <svg className="health__bars" width={width} height={height} aria-hidden="true">
      <path d={`M0 ${height - 0.5}H${width}`} stroke="var(--hairline)" />
      {counts.map((count, index) =>
        count === 0 ? null : (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day
            key={index}
            x={index * step}
            y={height - Math.max(2, (count / most) * height)}
            width={Math.max(1, step - 1)}
            height={Math.max(2, (count / most) * height)}
            fill="var(--chart-rain)"
          />
        ),
      )}
    </svg>
  );
}

/** The instances that ring most; each leads to its rule. */
export function Noisiest(props: { readonly health: AlarmHealth; readonly onRule: (ruleId: number) => void }) {
  const { health, onRule } = props;
  const text = useText();
  const format = useFormat();
  const level = useLevelWord(useText());
  const name = useInstanceName();
  const { noisiest, raises, days } = health;
  const mayEdit = usePermitted()('alarm:rule:edit');
  // A rule that several instances ring by is tried once.
  const firstOfRule = new Set(
    noisiest.flatMap((one, index) =>
      noisiest.findIndex(({ ruleId }) => ruleId === one.ruleId) === index ? [one.instanceId] : [],
    ),
  );
  const trueAlone = new Set(health.findings.byRule.filter(isAllTrue).map(({ ruleId }) => ruleId));
  const isTrueAlone = (ruleId: number) => trueAlone.has(ruleId);
  const rung = [...new Set(noisiest.map(({ ruleId }) => ruleId).filter((ruleId) => !isTrueAlone(ruleId)))];
  const own = noisiest.reduce((sum, one) => sum + one.raises, 0);
  return (
    <section className="panel health__noisiest" aria-label={text('health.noisiest')}>
      <header className="panel__head">
        <h2>{text('health.noisiest')}</h2>
        <span className="dim text-12 num">
          {text('health.noisiest.of', {
            share: raises === 0 ? '–' : `${format.number((100 * own) / raises, 0)} %`,
            days: days.length,
          })}
        </span>
        {mayEdit && rung.length > 0 && (
          <span className="health__drafts">
            <CommandButton command={rules.calmAll} args={{ ruleIds: rung }} label={text('health.drafts')} />
          </span>
        )}
      </header>
      {noisiest.length === 0 ? (
        <p className="health__none dim text-12">{text('health.none')}</p>
      ) : (
        <table className="health__table text-12">
          <thead>
            <tr className="text-11 dim">
              <th scope="col">{text('health.instance')}</th>
              <th scope="col">{text('argument.rule')}</th>
              <th scope="col">
                <span className="visually-hidden">{text('argument.level')}</span>
              </th>
              <th scope="col" className="health__wide">
                {text('health.byDay', { days: days.length })}
              </th>
              <th scope="col" className="is-number">
                {text('health.raises')}
              </th>
              <th scope="col" className="is-number">
                {text('health.falseShare')}
              </th>
              {mayEdit && <th scope="col">{text('health.fix')}</th>}
            </tr>
          </thead>
          <tbody>
            {noisiest.map((one) => (
              <tr key={one.instanceId}>
                <th scope="row">
                  <b className="num strong">{one.stationCode}</b>{' '}
                  <span className="dim" title={one.stationName}>
                    {name(one)}
                  </span>
                </th>
                <td>
                  <button type="button" className="link ellipsis" onClick={() => onRule(one.ruleId)}>
                    {one.ruleName}
                  </button>
                </td>
                <td>
                  <LevelGlyph rank={one.rank} />
                  <span className="visually-hidden">{level(one.rank, one)}</span>
                </td>
                <td className="health__wide">
                  <Bars counts={one.byDay} />
                </td>
                <td className="num is-number strong">{one.raises}</td>
                <td className="num is-number dim">
                  {one.judged === 0 ? '–' : `${format.number((100 * one.false) / one.judged, 0)} %`}
                </td>
                {mayEdit && (
                  <td>
                    {firstOfRule.has(one.instanceId) &&
                      (isTrueAlone(one.ruleId) ? (
                        <span className="faint">{text('health.keep')}</span>
                      ) : (
                        <TryFix ruleId={one.ruleId} fix="hold" />
                      ))}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
