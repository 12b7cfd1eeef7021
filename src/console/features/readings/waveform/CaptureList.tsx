import { useEffect, useRef } from 'react';
import { stations } from '../../../../../commands/stations/index.ts';
import { enums } from '../../../../catalogue/index.ts';
import { enumValueMessage } from '../../../../derive/messages.ts';
import { useCommands } from '../../../components/commands.tsx';
import { Icon, type IconName } from '../../../components/Icon.tsx';
import { type Text, useFormat, useText } from '../../../components/i18n.ts';
import type { CaptureFacts } from './use-captures.ts';

const icons: Readonly<Record<string, IconName>> = {
  threshold: 'activity',
  timed: 'clock',
  command: 'send',
  test: 'wrench',
};
const causeOf = (code: number) => enums.triggerCause.values[code];

/** Why a capture was made, in words. */
export function causeText(code: number, text: Text): string {
  const cause = causeOf(code);
  return cause === undefined ? String(code) : text(enumValueMessage('triggerCause', cause));
}

/** Captures of the range: when, why, peak, frequency; which axes did not come. */
export function CaptureList(props: {
  readonly captures: readonly CaptureFacts[];
  readonly total: number;
  readonly chosen: number | null;
  readonly over: number | null;
  readonly unit: string;
  readonly digits: number;
  readonly zone: string;
}) {
  const { captures, total, chosen, over, unit, digits, zone } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-capture="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <section className="captures column paper" aria-label={text('waveform.captures')}>
      <header className="captures__head row between rigid inset underlined">
        <b className="strong">{text('waveform.captures')}</b>
        <span className="num dim text-12">{text('waveform.listed', { shown: captures.length, total })}</span>
      </header>
      <ul ref={list} className="captures__list scroll">
        {captures.map((capture) => {
          const { t, cause, peak, frequency, axes } = capture;
          const whole = axes === 3;
          return (
            <li key={t} data-capture={t}>
              <button
                type="button"
                className="captures__row row gap-8 num"
                aria-current={t === chosen}
                onClick={() => commands.run(stations.capture, { t }, 'button')}
              >
                <Icon name={whole ? (icons[causeOf(cause) ?? ''] ?? 'activity') : 'circle-x'} />
                <span className="grow yields">
                  <span className="strong">{format.time(t, zone, 'dayTime')}</span>
                  <br />
                  <span className="dim text-12">
                    {whole ? causeText(cause, text) : text('waveform.incomplete', { axes })}
                    {t === over && ` · ${text('waveform.laidOver')}`}
                  </span>
                </span>
                <span className="captures__peak">
                  <b className="strong">{peak === null ? '–' : format.number(peak, digits)}</b>{' '}
                  <span className="dim text-12">{unit}</span>
                  <br />
                  <span className="dim text-12">
                    {frequency === null ? '–' : `${format.number(frequency, 1)} Hz`}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
