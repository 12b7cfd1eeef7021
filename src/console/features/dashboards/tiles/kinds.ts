/** Every kind of tile once: how it is drawn, how large it begins, what it begins with, and what can be set. */

import type { ComponentType } from 'react';
import type { TileType } from '../../../../../commands/dashboards.ts';
import { lazyPart } from '../../../components/chunks.ts';
import type { IconName } from '../../../components/Icon.tsx';
import type { Text } from '../../../components/i18n.ts';
import type { TileSettings } from '../../../state/dashboards.ts';
import type { SettingsOf, TileProps } from './scope.ts';

/** A setting that the form asks for. */
export type TileField =
  | 'project'
  | 'station'
  | 'level'
  | 'figure'
  | 'channels'
  | 'lens'
  | 'range'
  | 'days'
  | 'gauge'
  | 'hours'
  | 'view'
  | 'text'
  | 'picture';

interface Kind<T extends TileType> {
  readonly icon: IconName;
  readonly size: { readonly w: number; readonly h: number };
  readonly fresh: SettingsOf<T>;
  readonly fields: readonly TileField[];
  readonly component: ComponentType<TileProps<T>>;
}

export const tileKinds: { readonly [T in TileType]: Kind<T> } = {
  map: {
    icon: 'map',
    size: { w: 5, h: 5 },
    fresh: { type: 'map', projectId: null },
    fields: ['project'],
    component: lazyPart(() => import('./MapTile.tsx')),
  },
  curve: {
    icon: 'line-chart',
    size: { w: 5, h: 3 },
    fresh: { type: 'curve', channels: [], days: 7, gauge: null },
    fields: ['channels', 'days', 'gauge'],
    component: lazyPart(() => import('./CurveTile.tsx')),
  },
  lens: {
    icon: 'line-chart',
    size: { w: 4, h: 3 },
    fresh: { type: 'lens', lens: 'failure', channel: null, range: 'month' },
    fields: ['lens', 'channels', 'range'],
    component: lazyPart(() => import('./LensTile.tsx')),
  },
  states: {
    icon: 'activity',
    size: { w: 3, h: 3 },
    fresh: { type: 'states', projectId: null },
    fields: ['project'],
    component: lazyPart(() => import('./StatesTile.tsx')),
  },
  health: {
    icon: 'wrench',
    size: { w: 3, h: 3 },
    fresh: { type: 'health', projectId: null, stationId: null },
    fields: ['project', 'station'],
    component: lazyPart(() => import('./HealthTile.tsx')),
  },
  alarms: {
    icon: 'bell',
    size: { w: 4, h: 4 },
    fresh: { type: 'alarms', projectId: null, level: 1 },
    fields: ['project', 'level'],
    component: lazyPart(() => import('./AlarmsTile.tsx')),
  },
  rain: {
    icon: 'rain',
    size: { w: 3, h: 3 },
    fresh: { type: 'rain', projectId: null, hours: 24 },
    fields: ['project', 'hours'],
    component: lazyPart(() => import('./RainTile.tsx')),
  },
  rollouts: {
    icon: 'list-checks',
    size: { w: 3, h: 3 },
    fresh: { type: 'rollouts' },
    fields: [],
    component: lazyPart(() => import('./RolloutsTile.tsx')),
  },
  number: {
    icon: 'ruler',
    size: { w: 2, h: 1 },
    fresh: { type: 'number', projectId: null, figure: 'onSchedule', channel: null },
    fields: ['figure', 'project', 'channels'],
    component: lazyPart(() => import('./NumberTile.tsx')),
  },
  table: {
    icon: 'table',
    size: { w: 4, h: 3 },
    fresh: { type: 'table', projectId: null, view: 'sensors' },
    fields: ['view', 'project'],
    component: lazyPart(() => import('./TableTile.tsx')),
  },
  text: {
    icon: 'file',
    size: { w: 3, h: 2 },
    fresh: { type: 'text', text: '' },
    fields: ['text'],
    component: lazyPart(() => import('./TextTile.tsx')),
  },
  picture: {
    icon: 'image',
    size: { w: 4, h: 3 },
    fresh: { type: 'picture', stationId: null, sitePlanId: null, uploadId: null },
    fields: ['station', 'picture'],
    component: lazyPart(() => import('./PictureTile.tsx')),
  },
};

/** What a tile is called where nobody named it. */
export function titleOf(
  { title, settings }: { readonly title: string; readonly settings: TileSettings },
  text: Text,
) {
  if (title !== '') return title;
  if (settings.type === 'number') return text(`dashboards.figure.${settings.figure}`);
  if (settings.type === 'lens') return text(`analysis.${settings.lens}.title`);
  if (settings.type === 'rain') return text('dashboards.tile.rain', { hours: settings.hours });
  return text(`dashboards.tile.${settings.type}`);
}
