import { useSnapshot } from 'valtio';
import { useFormat, useText } from '../../../components/i18n.ts';
import { spanOf } from '../../../components/values/span.ts';
import type { AlarmGlance } from '../../../state/alarms/glances.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { live } from '../../../state/connection/live.ts';
import { clockText } from '../words/use-alarm-words.ts';

/** From so long on minutes are enough, ms. */
const far = 3_600_000;

/** Who is notified next while nobody answers, and in how long; without a connection when that was to be. */
export function NextStep({
  next,
  zone,
}: {
  readonly next: NonNullable<AlarmGlance['next']>;
  readonly zone: string;
}) {
  const text = useText();
  const format = useFormat();
  const { status } = useSnapshot(live);
  const left = next.at - useNow(1000);
  const names = next.names.join(', ');
  const isNamed = names === '' ? 'nobody' : 'named';
  const said =
    status === 'lost'
      ? text('alarms.nextAt', { isNamed, names, time: clockText(next.at, Date.now(), zone, format) })
      : text('alarms.nextIn', {
          isNamed,
          names,
          span: left < far ? format.countdown(left) : spanOf(left, format),
        });
  return (
    <b className="strong ellipsis" title={said}>
      {said}
    </b>
  );
}
