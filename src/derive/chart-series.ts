import type { MessageId } from '../base/messages.ts';
import type { Unit } from '../base/units.ts';
import type { RowId } from '../catalogue/model.ts';
import { type ChannelOwner, kindChannels } from './kind-channels.ts';
import { kindChannelMessage } from './messages.ts';

/** One curve that can be drawn. */
export interface ChartSeries {
  readonly row: RowId;
  readonly channel: string;
  /** Unique in the kind. */
  readonly name: string;
  readonly heading: MessageId;
  readonly unit: Unit | null;
  readonly digits: number;
  /** Wraps at 360°: drawn as points, never joined, no envelope. */
  readonly circular: boolean;
  /** Summed over a bin and drawn as hanging bars. */
  readonly sum: boolean;
  /** May be shown relative to an initial value. */
  readonly relative: boolean;
  /** True: one curve for each node or layer. */
  readonly element: boolean;
  /** 0 solid, 1 dashed, 2 dotted: the axis X, Y, Z (A, B). */
  readonly dash: 0 | 1 | 2;
  /** Series of one pane share an axis: the unit, apart for bearings and for sums. */
  readonly pane: string;
}

function dashOf(channel: string): 0 | 1 | 2 {
  const axis = /^a?([xyz])(?:1h|5h|Max)?$|([XYZAB])$/.exec(channel);
  const letter = (axis?.[1] ?? axis?.[2] ?? '').toLowerCase();
  if (letter === 'y' || letter === 'b') return 1;
  return letter === 'z' ? 2 : 0;
}

/** Every curve of a kind (or of the RTU's status), in the catalogue's order. */
export function chartSeries(owner: ChannelOwner): readonly ChartSeries[] {
  return kindChannels(owner).flatMap(({ row, channel, element, name }) => {
    if (channel.type !== 'number' || !channel.chart) return [];
    const circular = channel.circular ?? false;
    const sum = channel.sum !== undefined;
    const apart = circular ? ' bearing' : sum ? ' sum' : '';
    return [
      {
        row,
        channel: channel.id,
        name,
        heading: kindChannelMessage(owner, row, channel.id),
        unit: channel.unit,
        digits: channel.digits,
        circular,
        sum,
        relative: channel.relative !== undefined,
        element,
        dash: dashOf(channel.id),
        pane: `${channel.unit ?? ''}${apart}`,
      },
    ];
  });
}

/** Whether lenses look at a series as at something that moves: a number that is neither a bearing, a sum nor a temperature. */
export const isMovement = ({ circular, sum, channel, row }: ChartSeries): boolean =>
  !circular && !sum && channel !== 'temperature' && row !== 'rain';
