import type { SensorDetail } from '../../../../contract/sites/stations.ts';
import { movingNoise, type Profiles, profileAt, sumSlack } from '../../../../domain/lenses/profile.ts';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Answer, Facts } from '../Facts.tsx';
import { LensSources } from '../lens-parts.tsx';
import { freeEnd, keptColors } from './profile-specs.ts';
import type { ProfileChoice, ProfilePlayer } from './use-profile-choice.ts';

/** What stands beside the pictures: the zone, the shown moment, the check of the sums, the profiles that are drawn. */
export function ProfileRail(props: {
  readonly found: Profiles;
  readonly choice: ProfileChoice;
  readonly player: ProfilePlayer;
  readonly zone: string;
  readonly sensor: SensorDetail;
}) {
  const { found, choice, player, zone, sensor } = props;
  const text = useText();
  const format = useFormat();
  const { zone: shear, depths, t, free, noise } = found;
  const mm = (value: number | null | undefined, digits = 2) =>
    value == null || Number.isNaN(value) ? '–' : `${format.number(value, digits)} mm`;
  const at = (moment: number) => profileAt(found.cumulative, depths.length, moment, choice.axis)[free];
  const end = freeEnd(found, player.at, sensor.mountAzimuth);
  const moment = (place: number) => format.time(t[place] as number, zone, 'dayTime');
  const missing = profileAt(found.incremental, depths.length, player.at, 'both');
  const gone = found.elements.filter((_, i) => Number.isNaN(missing[i]));
  return (
    <>
      <Answer
        head={text('analysis.profile.zone')}
        answer={
          shear === null
            ? text('analysis.profile.quiet')
            : `${format.number(shear.from, 1)} – ${format.number(shear.to, 1)} m`
        }
        note={
          shear === null
            ? text('analysis.profile.quiet.why', { noise: format.number(noise, 3) })
            : text(shear.share === null ? 'analysis.profile.note' : 'analysis.profile.noteShare', {
                metre: format.number(shear.perMetre, 2),
                share: format.number((shear.share ?? 0) * 100, 0),
              })
        }
      />
      {shear !== null && (
        <section>
          <Facts
            facts={[
              [
                text('analysis.profile.rate'),
                shear.rate === null ? '–' : `${format.number(shear.rate.value, 3)} mm/d`,
              ],
              shear.rate === null
                ? null
                : [
                    text('analysis.profile.rateRange'),
                    `${format.number(shear.rate.low, 3)} – ${format.number(shear.rate.high, 3)}`,
                  ],
              [text('analysis.change'), mm(shear.change)],
              [text('argument.direction'), `${format.number(shear.bearing, 0)}°`],
              [text('analysis.profile.since'), format.time(shear.since, zone, 'dayTime')],
              [text('analysis.profile.count'), String(shear.count)],
            ]}
          />
        </section>
      )}
      <section>
        <h2 className="num">{moment(player.at)}</h2>
        <Facts
          facts={[
            [
              text('analysis.profile.free', { depth: format.number(depths[free] ?? null, 1) }),
              mm(at(player.at)),
            ],
            [text('argument.direction'), end === null ? '–' : `${format.number(end.bearing, 0)}°`],
            [text('analysis.profile.changeSince'), moment(0)],
            [text('analysis.profile.check'), <Check key="check" found={found} moment={player.at} />],
            [
              text('analysis.profile.zero'),
              choice.zero === null
                ? text('analysis.profile.zero.device')
                : format.time(choice.zero, zone, 'dayTime'),
            ],
            [
              text('analysis.profile.nodes'),
              gone.length === 0
                ? String(depths.length)
                : text('analysis.profile.missing', { count: depths.length, gone: gone.join(', ') }),
            ],
          ]}
        />
      </section>
      <section>
        <h2>{text('analysis.profile.drawn')}</h2>
        <dl className="terms pairs num">
          {player.kept.map((place, i) => (
            <div key={place}>
              <dt className="row gap-6">
                <span
                  className="profile__swatch"
                  data-dash={i % 3}
                  style={{ borderColor: `var(${keptColors[i % keptColors.length]})` }}
                />
                {moment(place)}
              </dt>
              <dd>{mm(at(place))}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <p className="dim text-12">{text('analysis.profile.method', movingNoise)}</p>
        <LensSources of="profile" />
      </section>
    </>
  );
}

/** The face of the check: whether the device's sum is that of its increments. */
function Check({ found, moment }: { readonly found: Profiles; readonly moment: number }) {
  const text = useText();
  const format = useFormat();
  const own = found.difference[moment] as number;
  if (Number.isNaN(own)) return <>{text('analysis.profile.check.unknown')}</>;
  const isRight = own <= sumSlack(found.depths.length);
  return (
    <span className={isRight ? '' : 'danger-text'}>
      {`${format.number(own, 2)} mm, ${text(isRight ? 'analysis.profile.check.right' : 'analysis.profile.check.wrong')}`}
    </span>
  );
}
