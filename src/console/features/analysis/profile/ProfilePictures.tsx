import { useMemo } from 'react';
import { analysis } from '../../../../../commands/analysis.ts';
import type { Profiles } from '../../../../domain/lenses/profile.ts';
import { placeAt } from '../../../../domain/lenses/series.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { Plot } from '../../../components/plot/Plot.tsx';
import { freeEnd, profileSpecs } from './profile-specs.ts';
import type { ProfileChoice, ProfilePlayer } from './use-profile-choice.ts';

/** Displacement over depth, change by depth, the free end from above and over time, and the player below. */
export function ProfilePictures(props: {
  readonly found: Profiles;
  readonly choice: ProfileChoice;
  readonly player: ProfilePlayer;
  readonly zone: string;
  readonly theme: string;
  readonly azimuth: number;
}) {
  const { found, choice, player, zone, theme, azimuth } = props;
  const text = useText();
  const format = useFormat();
  const { t } = found;
  const axis = text(`analysis.profile.axis.${choice.axis}`);
  const moment = format.time(t[player.at] as number, zone, 'dayTime');
  const titles = useMemo(
    () => ({
      profile: text(`analysis.profile.title.${choice.show}`, { axis }),
      change: text('analysis.profile.title.change'),
      plan: text('analysis.profile.title.plan'),
      time: text('analysis.profile.title.time', { axis }),
      zone: text('analysis.profile.zoneSince'),
    }),
    [text, choice.show, axis],
  );
  const specs = useMemo(
    () => profileSpecs({ found, choice, player, zone, azimuth, titles }),
    [found, choice, player, zone, azimuth, titles],
  );
  const end = freeEnd(found, player.at, azimuth);
  const label = (title: string) => `${title}. ${moment}`;
  return (
    <div className="profile column paper">
      <div className="profile__pictures">
        <Plot spec={specs.profile} theme={theme} label={label(titles.profile)} className="profile__depth" />
        <Plot spec={specs.change} theme={theme} label={label(titles.change)} className="profile__change" />
        <div className="profile__plan">
          <Plot spec={specs.plan} theme={theme} label={label(titles.plan)} />
          <p className="text-12 strong num">
            {end === null
              ? '–'
              : text('analysis.profile.way', {
                  length: format.number(end.length, 2),
                  bearing: format.number(end.bearing, 0),
                })}
          </p>
        </div>
        <Plot
          spec={specs.time}
          theme={theme}
          label={label(titles.time)}
          className="profile__time"
          onPress={(at) => player.go(placeAt(t, at))}
        />
      </div>
      <div className="profile__player row gap-8 inset rigid">
        <CommandButton
          command={analysis.profilePlay}
          icon={player.isPlaying ? 'pause' : 'play'}
          label={text(player.isPlaying ? 'analysis.profile.hold' : 'analysis.profile.play')}
          iconOnly
        />
        <input
          type="range"
          className="grow"
          min={0}
          max={t.length - 1}
          value={player.at}
          aria-label={text('analysis.profile.moment')}
          aria-valuetext={moment}
          onChange={(event) => player.go(Number(event.target.value))}
        />
        <span className="strong num">{moment}</span>
        <span className="profile__keys row gap-4 dim text-12">
          <kbd>,</kbd>
          <kbd>.</kbd>
          {text('analysis.profile.oneReading')}
        </span>
        <CommandButton
          command={analysis.profileKeep}
          icon="pin"
          pressed={player.isKept}
          label={text(player.isKept ? 'analysis.profile.drop' : 'analysis.profile.keep')}
          iconOnly
        />
      </div>
    </div>
  );
}
