import { useMemo } from 'react';
import { analysis } from '../../../../../commands/analysis.ts';
import {
  leastProfiles,
  type ProfileInput,
  type Profiles,
  profileAxes,
  profileTrack,
} from '../../../../domain/lenses/profile.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { Segmented, Select } from '../../../components/fields.tsx';
import { type Text, useFormat, useText } from '../../../components/i18n.ts';
import { mostReadings } from '../../../state/sites/raw-columns.ts';
import { instead, progressOf, unanswered } from '../lens-parts.tsx';
import type { LensFile, LensLook, LensShown } from '../shown.ts';
import { useLens } from '../use-lens.ts';
import { ProfilePictures } from './ProfilePictures.tsx';
import { ProfileRail } from './ProfileRail.tsx';
import {
  endOf,
  type ProfileChoice,
  profileEnds,
  useProfileChoice,
  useProfilePlayer,
} from './use-profile-choice.ts';
import { mountedEnd, stringOf, useProfileNodes } from './use-profile-input.ts';

const none = new Float64Array();

/** The lens *profile*: a string of nodes over depth and time. */
export function useProfile(looked: LensLook, isOpen: boolean): LensShown {
  const { zone, theme, of } = looked;
  const text = useText();
  const format = useFormat();
  const sensor = stringOf(looked);
  const nodes = useProfileNodes(sensor, looked);
  const choice = useProfileChoice();
  const rows = nodes.data ?? null;
  const input = useMemo((): ProfileInput | null => {
    if (rows === null || sensor === null) return null;
    const mounted = mountedEnd(sensor);
    return {
      nodes: rows,
      mounted,
      from: endOf(choice.end, mounted),
      zero: choice.zero,
      azimuth: sensor.mountAzimuth,
    };
  }, [rows, sensor, choice.end, choice.zero]);
  const lens = useLens(
    'profile',
    `${of} ${sensor?.id} ${choice.end} ${choice.zero} ${nodes.dataUpdatedAt}`,
    input,
  );
  const found = typeof lens.answer === 'object' ? lens.answer : null;
  const player = useProfilePlayer(found?.t ?? none, isOpen && found !== null);
  const shared = {
    ...progressOf(lens, nodes.refetch, nodes.error),
    controls: <Controls choice={choice} text={text} />,
  };
  const empty = (title: string, why: string) => ({ ...shared, ...instead('layers', title, why) });
  if (sensor === null) return empty(text('analysis.profile.none'), text('analysis.profile.none.why'));
  if (nodes.data === null && !nodes.isPending)
    return empty(text('readings.long.title'), text('readings.long.text', { most: mostReadings }));
  if (lens.answer === 'few')
    return empty(text('analysis.few'), text('analysis.profile.few', { least: leastProfiles }));
  if (found === null) return { ...shared, ...unanswered };
  const { zone: shear } = found;
  const metres = (value: number) => format.number(value, 1);
  return {
    ...shared,
    answer:
      shear === null
        ? text('analysis.profile.quiet')
        : text('analysis.profile.answer', { from: metres(shear.from), to: metres(shear.to) }),
    main: (
      <ProfilePictures
        found={found}
        choice={choice}
        player={player}
        zone={zone}
        theme={theme}
        azimuth={sensor.mountAzimuth}
      />
    ),
    rail: <ProfileRail found={found} choice={choice} player={player} zone={zone} sensor={sensor} />,
    file: fileOf(found, zone, text),
  };
}

function Controls({ choice, text }: { readonly choice: ProfileChoice; readonly text: Text }) {
  const commands = useCommands();
  return (
    <>
      <Segmented
        label={text('argument.axis')}
        value={choice.axis}
        options={profileAxes.map((value) => ({ value, label: text(`analysis.profile.axis.${value}`) }))}
        onChange={(axis) => commands.run(analysis.profileAxis, { axis }, 'button')}
      />
      <Segmented
        label={text('argument.show')}
        value={choice.show}
        options={(['cumulative', 'incremental'] as const).map((value) => ({
          value,
          label: text(`analysis.profile.show.${value}`),
        }))}
        onChange={(show) => commands.run(analysis.profileShow, { show }, 'button')}
      />
      <Select
        label={text('argument.end')}
        value={choice.end}
        options={profileEnds.map((value) => ({ value, label: text(`analysis.profile.end.${value}`) }))}
        onChange={(end) => commands.run(analysis.profileEnd, { end }, 'button')}
      />
      {choice.zero === null ? (
        <CommandButton
          command={analysis.profileZero}
          icon="locate"
          label={text('analysis.profile.zeroHere')}
        />
      ) : (
        <CommandButton
          command={analysis.profileZero}
          args={{ at: 0 }}
          icon="x"
          label={text('analysis.profile.zeroOff')}
        />
      )}
    </>
  );
}

/** Both axes of every node at every moment. */
function fileOf(found: Profiles, zone: string, text: Text): LensFile {
  const { t, depths, elements, incremental, cumulative } = found;
  const columns = elements.map((_, i) =>
    [incremental, cumulative].flatMap((axes) => [
      profileTrack(axes, depths.length, i, 'a'),
      profileTrack(axes, depths.length, i, 'b'),
    ]),
  );
  const heads = [
    text('table.time'),
    text('analysis.profile.node'),
    text('analysis.profile.depth'),
    text('channel.profile.incrementalA'),
    text('channel.profile.incrementalB'),
    text('channel.profile.cumulativeA'),
    text('channel.profile.cumulativeB'),
  ];
  return {
    heads,
    units: [zone, '', 'm', 'mm', 'mm', 'mm', 'mm'],
    rows: Array.from(t).flatMap((at, k) =>
      elements.map((element, i) => [
        { at, zone },
        element,
        depths[i] as number,
        ...(columns[i] ?? []).map((own) => {
          const value = own[k] as number;
          return Number.isNaN(value) ? null : value;
        }),
      ]),
    ),
  };
}
