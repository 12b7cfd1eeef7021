import { useState } from 'react';
import { dashboards } from '../../../../../commands/dashboards.ts';
import {
  type DashboardFigure,
  dashboardBounds,
  dashboardFigures,
  rainHours,
  tileRanges,
} from '../../../../base/bounds/dashboards.ts';
import { quantityLenses } from '../../../../base/quantity-lenses.ts';
import { isMovement } from '../../../../derive/chart-series.ts';
import { deviceViews } from '../../../../derive/device-views/views.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { Select, TextField } from '../../../components/fields.tsx';
import { useText } from '../../../components/i18n.ts';
import { useLevelWord } from '../../../state/alarms/level-words.ts';
import type { Tile, TileChannel, TileSettings } from '../../../state/dashboards.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { type TileField, tileKinds, titleOf } from '../tiles/kinds.ts';
import { ChannelFields } from './ChannelFields.tsx';
import { GaugeField } from './GaugeField.tsx';
import { PictureField } from './PictureField.tsx';
import { placeText } from './place-text.ts';

/** A setting that several kinds of tiles have, where this one has it. */
const settingOf = <K extends string>(settings: TileSettings, name: K): unknown =>
  name in settings ? (settings as Readonly<Record<string, unknown>>)[name] : undefined;
const spans = [1, 2, 7, 30, 90, 365] as const;

/** Of the list that station fields propose. */
const stationList = 'dashboard-stations';

interface FormProps {
  readonly tile: Tile;
  readonly onChange: (tile: Tile) => void;
}

function Labelled({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <span className="field__label">{label}</span>
      {children}
    </div>
  );
}

/** A station by its code or name; empty = none of them. What is typed stays until it names one. */
function StationField(props: {
  readonly stationId: number | null;
  readonly onChange: (stationId: number | null) => void;
}) {
  const text = useText();
  const { data: sites } = useStations();
  const known = sites?.stations.find(({ id }) => id === props.stationId);
  const [typed, setTyped] = useState<string | null>(null);
  const name = known === undefined ? '' : `${known.code} ${known.name}`;
  return (
    <TextField
      label={text('dashboards.field.stations')}
      list={stationList}
      value={typed ?? name}
      onChange={(value) => {
        setTyped(value);
        const code = value.trim().split(' ')[0]?.toLowerCase();
        const found = sites?.stations.find((one) => one.code.toLowerCase() === code);
        props.onChange(found?.id ?? null);
      }}
    />
  );
}

function Field({ tile, onChange, field }: FormProps & { readonly field: TileField }) {
  const text = useText();
  const level = useLevelWord(text);
  const { data: sites } = useStations();
  const { settings } = tile;
  const set = (changed: object) =>
    onChange({ ...tile, settings: { ...settings, ...changed } as TileSettings });
  const number = (value: string) => (value === '' ? null : Number(value));
  const choice = (
    label: string,
    value: string,
    options: readonly { readonly value: string; readonly label: string }[],
    take: (value: string) => void,
  ) => (
    <Labelled label={label}>
      <Select label={label} value={value} options={options} onChange={take} />
    </Labelled>
  );
  switch (field) {
    case 'project':
      return choice(
        text('dashboards.field.project'),
        String(settingOf(settings, 'projectId') ?? ''),
        [
          { value: '', label: text('dashboards.field.byDashboard') },
          ...(sites?.projects ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ],
        (value) => set({ projectId: number(value) }),
      );
    case 'station':
      return (
        <StationField
          stationId={Number(settingOf(settings, 'stationId') ?? 0) || null}
          onChange={(stationId) =>
            set({ stationId, ...(settings.type === 'picture' ? { sitePlanId: null, uploadId: null } : {}) })
          }
        />
      );
    case 'picture':
      return settings.type !== 'picture' || settings.stationId === null ? null : (
        <PictureField
          key={settings.stationId}
          stationId={settings.stationId}
          chosen={settings}
          onChange={set}
        />
      );
    case 'level':
      return choice(
        text('dashboards.field.level'),
        String(settingOf(settings, 'level')),
        [1, 2, 3, 4].map((rank) => ({ value: String(rank), label: level(rank) })),
        (value) => set({ level: Number(value) }),
      );
    case 'figure':
      return choice(
        text('dashboards.field.figure'),
        String(settingOf(settings, 'figure')),
        dashboardFigures.map((figure: DashboardFigure) => ({
          value: figure,
          label: text(`dashboards.figure.${figure}`),
        })),
        (figure) => set({ figure, ...(figure === 'channel' ? {} : { channel: null }) }),
      );
    case 'channels': {
      if (settings.type === 'number')
        return settings.figure !== 'channel' ? null : (
          <ChannelFields
            channels={settings.channel === null ? [] : [settings.channel]}
            most={1}
            onChange={([channel = null]) => set({ channel })}
          />
        );
      if (settings.type === 'lens')
        return (
          <ChannelFields
            channels={settings.channel === null ? [] : [settings.channel]}
            most={1}
            fits={isMovement}
            onChange={([channel = null]) => set({ channel })}
          />
        );
      const channels = settings.type === 'curve' ? settings.channels : [];
      return (
        <ChannelFields
          channels={channels}
          most={dashboardBounds.channels}
          onChange={(next: readonly TileChannel[]) => set({ channels: next })}
        />
      );
    }
    case 'lens':
      return choice(
        text('dashboards.field.lens'),
        String(settingOf(settings, 'lens')),
        quantityLenses.map((lens) => ({ value: lens, label: text(`analysis.${lens}.title`) })),
        (lens) => set({ lens }),
      );
    case 'range':
      return choice(
        text('dashboards.field.days'),
        String(settingOf(settings, 'range')),
        tileRanges.map((range) => ({ value: range, label: text(`curve.${range}`) })),
        (range) => set({ range }),
      );
    case 'days': {
      const days = Number(settingOf(settings, 'days'));
      return choice(
        text('dashboards.field.days'),
        String(days),
        [...new Set([...spans, days])]
          .sort((a, b) => a - b)
          .map((span) => ({ value: String(span), label: text('dashboards.field.daysText', { days: span }) })),
        (value) => set({ days: Number(value) }),
      );
    }
    case 'gauge':
      return settings.type !== 'curve' ? null : (
        <GaugeField gauge={settings.gauge} onChange={(gauge) => set({ gauge })} />
      );
    case 'hours':
      return choice(
        text('dashboards.field.hours'),
        String(settingOf(settings, 'hours')),
        rainHours.map((hours) => ({
          value: String(hours),
          label: text('dashboards.field.hoursText', { hours }),
        })),
        (value) => set({ hours: Number(value) }),
      );
    case 'view':
      return choice(
        text('dashboards.field.view'),
        String(settingOf(settings, 'view')),
        deviceViews.map(({ id, title }) => ({ value: id, label: text(title) })),
        (view) => set({ view }),
      );
    case 'text':
      return (
        <Labelled label={text('dashboards.field.text')}>
          <textarea
            className="dedit__text"
            aria-label={text('dashboards.field.text')}
            maxLength={dashboardBounds.text}
            rows={8}
            value={String(settingOf(settings, 'text'))}
            onChange={({ target }) => set({ text: target.value })}
          />
        </Labelled>
      );
  }
}

/** What can be set of the chosen tile: the fields that its kind names. */
export function TileForm({ tile, onChange }: FormProps) {
  const text = useText();
  const { data: sites } = useStations();
  return (
    <div className="form column gap-12 padded">
      <TextField
        label={text('dashboards.tileTitle')}
        value={tile.title}
        onChange={(title) => onChange({ ...tile, title: [...title].slice(0, dashboardBounds.name).join('') })}
      />
      {tileKinds[tile.settings.type].fields.map((field) => (
        <Field key={field} tile={tile} field={field} onChange={onChange} />
      ))}
      <p className="dim text-12 num">{placeText(tile, text)}</p>
      <div className="row gap-8">
        <CommandButton command={dashboards.copyTile} icon="copy" />
        <CommandButton command={dashboards.removeTile} icon="trash" look="danger" />
      </div>
      <datalist id={stationList}>
        {sites?.stations.map(({ id, code, name }) => (
          <option key={id} value={`${code} ${name}`} />
        ))}
      </datalist>
      <span className="visually-hidden">{titleOf(tile, text)}</span>
    </div>
  );
}
