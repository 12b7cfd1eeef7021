import { formatNumber } from '../../../base/number-text.ts';
import { kindByCode } from '../../../catalogue/index.ts';
import type { RowId } from '../../../catalogue/model.ts';
import type { StationSummary } from '../../../contract/sites/stations.ts';
import { kindChannelMessage, kindMessage } from '../../../derive/messages.ts';
import { primaryChannel } from '../../../derive/parameter-fields.ts';
import type { Text } from '../../components/i18n.ts';

/** The primary value of a station as text, its unit, and the channel's word. */
export function primaryText(station: StationSummary, text: Text) {
  const { primary } = station;
  const kind = primary === null ? undefined : kindByCode(primary.kind);
  const channel = kind === undefined ? undefined : primaryChannel(kind);
  if (primary === null || channel === undefined) return { value: '–', unit: '', channel: '', isRain: false };
  return {
    value: formatNumber(primary.value, channel.digits),
    unit: channel.unit ?? '',
    channel: text(kindChannelMessage(kind, primary.row as RowId, primary.channel)),
    isRain: primary.row === 'rain',
  };
}

/** The kinds on a station in words. */
export function kindsText(station: StationSummary, text: Text): string {
  return station.kinds.map((code) => text(kindMessage(kindByCode(code)?.id ?? 'none'))).join('、');
}
