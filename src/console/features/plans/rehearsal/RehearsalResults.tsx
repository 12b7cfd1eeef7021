import type { Plan } from '../../../../contract/plans/plans.ts';
import type { RehearsalResult, RehearsedDevice } from '../../../../contract/plans/rehearsal.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { usePlanText } from '../use-plan-text.ts';

/** Devices that are listed at most, of those that fail and of those that land. */
const listed = 60;

/** What came of a rehearsal: how long, who fails and why, whether it stops, who lands when. */
export function RehearsalResults({
  plan,
  result,
}: {
  readonly plan: Plan;
  readonly result: RehearsalResult;
}) {
  const text = useText();
  const format = useFormat();
  const say = usePlanText();
  const { duration, stopped, devices, runs, speed, sample } = result;
  const failing = devices.filter(({ cause }) => cause !== null);
  const landing = devices.filter(({ lands }) => lands !== null);
  const count = devices.length;

  const why = ({ rtuId, cause, obstacle, text: reported }: RehearsedDevice): string => {
    const item = plan.items.find(({ target }) => target.rtuId === rtuId);
    const more =
      obstacle !== null && item !== undefined
        ? say.why({ ...item, problems: [], obstacle: null, skipped: obstacle })
        : reported;
    const reason = cause === null ? '' : text(`rehearsal.cause.${cause}`);
    return more === '' ? reason : `${reason} – ${more}`;
  };
  const device = (one: RehearsedDevice, sentence: string) => (
    <li key={one.rtuId}>
      <strong>{`${one.stationCode} ${one.stationName}`}</strong>
      <span className="dim num">{one.sn}</span>
      <span>{sentence}</span>
      <span className="dim num">{text('rehearsal.passes', { passed: one.passed, runs })}</span>
      {one.unlike && <span className="dim">{text('rehearsal.unlike')}</span>}
    </li>
  );
  const rest = (all: number) =>
    all > listed && <li className="dim">{text('rehearsal.more', { count: all - listed })}</li>;
  return (
    <div className="rehearsal__result">
      <p className="rehearsal__facts num row wrap">
        <strong className="strong">
          {text('rehearsal.duration', {
            median: format.duration(duration.median),
            from: format.duration(duration.from),
            to: format.duration(duration.to),
          })}
        </strong>
        <span className={failing.length > 0 ? 'rehearsal__failing' : ''}>
          {failing.length === 0
            ? text('rehearsal.allPass', { count })
            : text('rehearsal.someFail', { count, failed: failing.length })}
        </span>
        {sample !== null && (
          <span>
            {text('rehearsal.sample', {
              devices: format.number(sample.devices, 0),
              of: format.number(sample.of, 0),
              failed: format.number(Math.round((failing.length * sample.of) / sample.devices), 0),
            })}
          </span>
        )}
        {plan.rollout.stopAt !== null && (
          <span>
            {stopped === null
              ? text('rehearsal.noStop')
              : text('rehearsal.stops', { runs: stopped.runs, of: runs, after: stopped.after.median })}
          </span>
        )}
        <span className="dim">{text('rehearsal.speed', { runs, speed: format.number(speed, 0) })}</span>
      </p>
      <div className="rehearsal__lists grid">
        {failing.length > 0 && (
          <div>
            <h3>{text('rehearsal.failing')}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that keys must reach it */}
            <ul tabIndex={0} aria-label={text('rehearsal.failing')}>
              {failing.slice(0, listed).map((one) => device(one, why(one)))}
              {rest(failing.length)}
            </ul>
          </div>
        )}
        {landing.length > 0 && (
          <div>
            <h3>{text('rehearsal.order')}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that keys must reach it */}
            <ol tabIndex={0} aria-label={text('rehearsal.order')}>
              {landing.slice(0, listed).map((one) =>
                device(
                  one,
                  text('rehearsal.lands', {
                    time: format.duration(Math.max(1000, one.lands?.median ?? 0)),
                  }),
                ),
              )}
              {rest(landing.length)}
            </ol>
          </div>
        )}
      </div>
    </div>
  );
}
