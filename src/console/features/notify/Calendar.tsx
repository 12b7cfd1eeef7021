import { notify as commands } from '../../../../commands/notify.ts';
import { CommandButton, useCommands } from '../../components/commands.tsx';
import { Select } from '../../components/fields.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import type { RotaView } from '../../state/notify.ts';
import { type CalendarDay, type DutyGap, mondayOf, weekOf } from './calendar.ts';
import type { NotifyWords } from './use-notify-words.ts';

const hours = [0, 6, 12, 18, 24];
const colours = 6;

function Day(props: {
  readonly day: CalendarDay;
  readonly rota: RotaView;
  readonly now: number;
  readonly words: NotifyWords;
  readonly label: string;
}) {
  const { day, rota, now, words, label } = props;
  const text = useText();
  const format = useFormat();
  const zone = rota.body.timeZone;
  const isToday = day.start <= now && now < day.end;
  return (
    <li className="notified__day">
      <div className={`notified__date text-11 ${isToday ? 'strong' : ''}`}>
        <b>{label}</b>
        <span className="dim">
          {day.isHoliday ? text('notify.holiday') : rota.body.layers.map(({ name }) => name).join(', ')}
        </span>
      </div>
      <div className="notified__lanes">
        {day.lanes.map((blocks, layer) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its layer
          <div key={layer} className="notified__lane">
            {blocks.map((block) => (
              <span
                key={block.from}
                className={`notified__block ellipsis ${
                  block.userId === null ? 'is-nobody' : `is-p${block.userId % colours}`
                } ${block.from <= now && now < block.to ? 'is-now' : ''}`}
                style={{ left: `${block.left * 100}%`, width: `${block.width * 100}%` }}
                title={`${words.person(block.userId)}, ${format.time(block.from, zone, 'minute')}–${format.time(block.to, zone, 'minute')}`}
              >
                {words.person(block.userId)}
              </span>
            ))}
          </div>
        ))}
        {isToday && (
          <span
            className="notified__now"
            style={{ left: `${((now - day.start) / (day.end - day.start)) * 100}%` }}
          />
        )}
      </div>
    </li>
  );
}

/** A week of a rota: a lane for each layer, gaps of the next 14 days above it. */
export function Calendar(props: {
  readonly rotas: readonly RotaView[];
  readonly rota: RotaView | null;
  readonly onRota: (id: number) => void;
  readonly week: number;
  readonly gaps: readonly DutyGap[];
  readonly now: number;
  readonly words: NotifyWords;
  readonly mayEdit: boolean;
}) {
  const { rotas, rota, onRota, week, gaps, now, words, mayEdit } = props;
  const text = useText();
  const format = useFormat();
  const { run } = useCommands();
  const zone = rota?.body.timeZone ?? 'UTC';
  const days = rota === null ? [] : weekOf(rota.body, mondayOf(zone, now, week));
  const date = (t: number) => format.time(t, 'UTC', 'date');
  const [gap] = gaps;
  return (
    <section className="panel notified__calendar" aria-label={text('notify.calendar')}>
      <header className="panel__head">
        <h2>{text('notify.calendar')}</h2>
        {rotas.length > 1 && rota !== null && (
          <Select
            label={text('notify.rota')}
            value={String(rota.id)}
            options={rotas.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => onRota(Number(id))}
          />
        )}
        {rota !== null && (
          <>
            <CommandButton
              command={commands.week}
              args={{ week: 'previous' }}
              icon="chevron-left"
              look="ghost"
              iconOnly
              label={text('notify.week.previous')}
            />
            <span className="num text-12 notified__week">
              {date(days[0]?.date ?? 0)} – {date(days[6]?.date ?? 0).slice(5)}
            </span>
            <CommandButton
              command={commands.week}
              args={{ week: 'next' }}
              icon="chevron-right"
              look="ghost"
              iconOnly
              label={text('notify.week.next')}
            />
          </>
        )}
        <span className="grow" />
        {mayEdit && rota !== null && (
          <>
            <CommandButton command={commands.handOver} label={text('notify.handOver')} />
            <CommandButton
              command={commands.editRota}
              args={{ id: rota.id }}
              label={text('notify.rotaMore')}
            />
          </>
        )}
        {mayEdit && (
          <CommandButton
            command={commands.editRota}
            args={{ id: 0 }}
            icon="plus"
            look="ghost"
            iconOnly
            label={text('notify.newRota')}
          />
        )}
      </header>
      {gap !== undefined && rota !== null && (
        <p className="notified__gap row gap-6 text-12 underlined" role="status">
          <Icon name="circle-alert" className="icon--small" />
          <span className="grow num">
            {text('notify.gap', {
              layer: rota.body.layers[gap.layer]?.name ?? '',
              from: format.time(gap.from, zone, 'dayTime'),
              to: format.time(gap.to, zone, 'dayTime'),
            })}
            {gaps.length > 1 && ` ${text('notify.moreGaps', { count: gaps.length - 1 })}`}
          </span>
          {mayEdit && (
            <button type="button" className="link" onClick={() => run(commands.fillGap)}>
              {text('notify.fillGap')}
            </button>
          )}
        </p>
      )}
      {rota === null ? (
        <p className="padded dim text-12">{text('notify.rota.empty')}</p>
      ) : (
        <ScrollRegion className="scroll notified__weekbody" label={rota.name}>
          <div className="notified__hours num text-11 dim" aria-hidden="true">
            {hours.map((hour) => (
              <span key={hour}>{String(hour).padStart(2, '0')}</span>
            ))}
          </div>
          <ul>
            {days.map((day, index) => (
              <Day
                key={day.start}
                day={day}
                rota={rota}
                now={now}
                words={words}
                label={`${text(`notify.weekday.${index + 1}` as 'notify.weekday.1')} ${date(day.date).slice(8)}`}
              />
            ))}
          </ul>
          <p className="dim text-11 notified__zone">{zone}</p>
        </ScrollRegion>
      )}
    </section>
  );
}
