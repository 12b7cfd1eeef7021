import { notify as commands } from '../../../../commands/notify.ts';
import { dutyUntil } from '../../../domain/notify/duty.ts';
import { CommandButton } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import type { NotifySetup, RotaView } from '../../state/notify.ts';

/** Who may see alarms, over what they are reached, and who is on duty now. */
export function People(props: {
  readonly people: NotifySetup['people'];
  readonly rotas: readonly RotaView[];
  readonly now: number;
}) {
  const { people, rotas, now } = props;
  const text = useText();
  const format = useFormat();
  const reachable = people.filter(({ mails, browsers }) => mails + browsers > 0).length;
  return (
    <section className="panel notified__people" aria-label={text('notify.people')}>
      <header className="panel__head">
        <h2>{text('notify.people')}</h2>
        <span className="dim num text-12">
          {text('notify.reachable', { count: reachable, total: people.length })}
        </span>
        <span className="grow" />
        <CommandButton command={commands.contacts} look="ghost" label={text('notify.myContacts')} />
      </header>
      <ScrollRegion className="scroll" label={text('notify.people')}>
        <table className="notified__table text-12">
          <thead>
            <tr>
              <th>{text('notify.person')}</th>
              <th>{text('notify.reachedBy')}</th>
              <th>{text('notify.onDuty')}</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ userId, accountName, mails, browsers, mayAnswer }) => {
              const duty = dutyUntil(rotas, userId, now);
              const reached = [
                text('notify.mails', { count: mails }),
                text('notify.browsers', { count: browsers }),
              ].join(', ');
              return (
                <tr key={userId} className={duty === null ? '' : 'is-active'}>
                  <td>
                    <b className="strong">{accountName}</b>
                    <span className="dim text-11">{text(mayAnswer ? 'notify.answers' : 'notify.looks')}</span>
                  </td>
                  <td title={reached}>
                    <span className="row gap-4 notified__ways">
                      <span className={mails > 0 ? '' : 'is-off'}>
                        <Icon name="message" className="icon--small" />
                        {text('notify.mail')}
                      </span>
                      <span className={browsers > 0 ? '' : 'is-off'}>
                        <Icon name="bell-ring" className="icon--small" />
                        {text('notify.push')}
                      </span>
                    </span>
                  </td>
                  <td className="num">
                    {duty === null ? (
                      <span className="dim">–</span>
                    ) : (
                      <>
                        {text('notify.nowTo', { time: format.time(duty.to, duty.zone, 'dayTime') })}
                        <span className="dim text-11">{duty.name}</span>
                      </>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}
