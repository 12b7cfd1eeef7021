/** How a report says its numbers, times and names, in one language. */
import type { MessageParams } from '../../base/errors.ts';
import type { Language, MessageId } from '../../base/messages.ts';
import { formatNumber } from '../../base/number-text.ts';
import { formatTime } from '../../base/time-text.ts';
import { kindByCode, rows } from '../../catalogue/index.ts';
import type { RowId } from '../../catalogue/model.ts';
import type { FrozenFacts } from '../../contract/alarms/frozen-facts.ts';
import { levelWord } from '../../derive/level-word.ts';
import { elementMessage, kindChannelMessage, kindMessage } from '../../derive/messages.ts';
import type { ReportLimit, ReportModel, ReportSensor } from '../../domain/reports/model.ts';
import { words } from '../words.ts';

export type PaperModel = ReportModel<FrozenFacts>;

/** A number with a sign, as changes have it. */
export function signed(value: number, digits: number): string {
  const text = formatNumber(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** Everything that sections say, in a language. */
export class ReportVoice {
  readonly text: (id: MessageId, params?: MessageParams) => string;

  constructor(
    readonly model: PaperModel,
    readonly language: Language,
  ) {
    this.text = words(language);
  }

  level(rank: number): string {
    if (rank <= 0) return this.text('reports.noLevel');
    return levelWord(this.text, this.model.edition, rank, this.model.levelWords);
  }

  /** Day and minute on the clocks of the project. */
  time(t: number): string {
    return formatTime(t, this.model.timeZone, 'full').slice(0, 16);
  }
  date(t: number): string {
    return formatTime(t, this.model.timeZone, 'date');
  }

  /** `#0 Angle X`, or with the kind where it is named by itself. */
  channel(sensor: ReportSensor): string {
    const { slot, row, channel, element, kind } = sensor;
    const ofElement = rows[row as RowId]?.elements?.id;
    const of =
      element > 0 && ofElement !== undefined
        ? `${this.text(elementMessage(row as RowId, ofElement), { number: element })} `
        : '';
    return `#${slot} ${of}${this.text(kindChannelMessage(kindByCode(kind), row as RowId, channel))}`;
  }
  kind(code: number): string {
    const kind = kindByCode(code);
    return kind === undefined ? String(code) : this.text(kindMessage(kind.id));
  }

  number(value: number, sensor: Pick<ReportSensor, 'digits'>): string {
    return formatNumber(value, sensor.digits);
  }
  withUnit(number: string, unit: string | null): string {
    return unit === null ? number : `${number}\u00a0${unit}`;
  }
  /** A rate has a digit more than its value: it is a small part of it. */
  rate(perDay: number, { digits, unit }: ReportSensor): string {
    return this.withUnit(signed(perDay, digits + 1), `${unit ?? ''}/d`);
  }
  percent(part: number): string {
    return `${formatNumber(part * 100, part < 0.1 ? 1 : 0)}\u00a0%`;
  }

  limit({ quantity, limit, side, either }: ReportLimit, sensor: ReportSensor): string {
    const own =
      quantity === 'rate'
        ? `${sensor.unit ?? ''}/d`
        : quantity === 'speed'
          ? `${sensor.unit ?? ''}/h`
          : sensor.unit;
    const number = formatNumber(limit, sensor.digits);
    return `${either ? '±' : side === 'below' ? '<\u00a0' : ''}${this.withUnit(number, own)}`;
  }
}
