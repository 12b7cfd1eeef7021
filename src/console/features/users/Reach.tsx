import { Link } from 'wouter';
import { addressOf } from '../../../contract/pages.ts';
import { dutyUntil, rotasOf } from '../../../domain/notify/duty.ts';
import { useFormat, useText } from '../../components/i18n.ts';
import { useNow } from '../../state/connection/clock.ts';
import { useNotifySetup } from '../../state/notify.ts';

/** Over what a user is reached, and the user's duty; both are changed where it is said who is notified. */
export function Reach({ userId }: { readonly userId: number }) {
  const text = useText();
  const format = useFormat();
  const now = useNow(30_000);
  const { data } = useNotifySetup();
  if (data === undefined) return null;
  const person = data.people.find((one) => one.userId === userId);
  const mails = person?.mails ?? 0;
  const browsers = person?.browsers ?? 0;
  const duty = dutyUntil(data.rotas, userId, now);
  const names = rotasOf(data.rotas, userId);
  const onDuty =
    duty === null
      ? null
      : text('users.dutyNow', { time: format.time(duty.to, duty.zone, 'dayTime'), layer: duty.name });
  const turns =
    names.length === 0 ? text('users.duty.none') : text('users.inRota', { names: names.join(', ') });
  return (
    <dl className="users__reach text-12">
      <dt className="dim">{text('users.reach')}</dt>
      <dd>
        {mails + browsers === 0
          ? text('users.reach.none')
          : `${text('notify.mails', { count: mails })} · ${text('notify.browsers', { count: browsers })}`}
      </dd>
      <dt className="dim">{text('users.duty')}</dt>
      <dd>{onDuty ?? turns}</dd>
      <dd>
        <Link className="link" href={addressOf('notify')}>
          {text('users.toNotify')}
        </Link>
      </dd>
    </dl>
  );
}

/** Says that somebody is on duty now; nothing of who is not. */
export function OnDuty({ userId }: { readonly userId: number }) {
  const text = useText();
  const now = useNow(30_000);
  const { data } = useNotifySetup();
  if (data === undefined || dutyUntil(data.rotas, userId, now) === null) return null;
  return <span className="pill pill--ok rigid">{text('users.onDuty')}</span>;
}
