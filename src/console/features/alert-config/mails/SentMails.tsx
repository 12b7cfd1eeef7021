import { inclination } from '../../../../../commands/inclination.ts';
import { notify as notifyCommands } from '../../../../../commands/notify.ts';
import type { Level } from '../../../../base/alarm-words.ts';
import { useCommands } from '../../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { SearchField, Select } from '../../../components/fields.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { Menu } from '../../../components/menu/Menu.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import { reasonOf } from '../../../state/connection/refused.ts';
import type { MessageView } from '../../../state/notify.ts';
import { MailDialog } from './MailDialog.tsx';
import { canSendAgain, MailState } from './MailState.tsx';
import { type Mails, mailDays, mailLevels, mailOutcomes } from './use-mails.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Row({ mail, mayEdit }: { readonly mail: MessageView; readonly mayEdit: boolean }) {
  const text = useText();
  const format = useFormat();
  const { run } = useCommands();
  const { id, address, name, createdAt, doneAt, dueAt, title, content, rank } = mail;
  const time = doneAt ?? dueAt;
  return (
    <tr>
      <th scope="row" title={name === '' ? address : `${name} ${address}`}>
        <span className="strong ellipsis">{address}</span>
      </th>
      <td className="num dim">{format.time(createdAt, zone, 'full')}</td>
      <td title={title}>
        <span className="row gap-6">
          {rank > 0 && <LevelGlyph rank={rank} size={10} />}
          <b className="strong ellipsis">{title === '' ? '–' : title}</b>
        </span>
      </td>
      <td title={content}>
        <span className="dim ellipsis">{content}</span>
      </td>
      <td className="num">
        <MailState message={mail} time={time === null ? '' : format.time(time, zone, 'time')} />
      </td>
      <td>
        <span className="row gap-8">
          {mayEdit && canSendAgain(mail) && (
            <button
              type="button"
              className="link"
              onClick={() => run(notifyCommands.again, { id }, 'button')}
            >
              {text('notify.again')}
            </button>
          )}
          <button type="button" className="link" onClick={() => run(inclination.openMail, { id }, 'button')}>
            {text('alertForm.mails.open')}
          </button>
        </span>
      </td>
    </tr>
  );
}

/** Mails of the sensor's alarms: address, time, title, content, what became of each; sent again, opened, saved. */
export function SentMails(props: {
  readonly own: Mails;
  readonly levelName: (level: Level) => string;
  readonly mayEdit: boolean;
}) {
  const { own, levelName, mayEdit } = props;
  const text = useText();
  const { run } = useCommands();
  const { filters, mails, total, isKnown, error, opened } = own;
  const body = () => {
    if (!isKnown)
      return error === null ? (
        <LoadingRows rows={4} />
      ) : (
        <FailedState
          title={text('notify.logFailed')}
          reason={reasonOf(error, text)}
          onRetry={() => void own.refetch()}
        />
      );
    if (mails.length === 0)
      return (
        <EmptyState icon="mail-warning" title={text('alertForm.mails.none')}>
          {text('alertForm.mails.noneText')}
        </EmptyState>
      );
    return (
      <ScrollRegion className="scroll" label={text('alertForm.mails')}>
        <table className="alert-config__table alert-config__table--mails text-12">
          <thead>
            <tr className="text-11 dim">
              <th scope="col">{text('notify.mailAddress')}</th>
              <th scope="col">{text('alertForm.mails.time')}</th>
              <th scope="col">{text('alertForm.mails.title')}</th>
              <th scope="col">{text('alertForm.mails.content')}</th>
              <th scope="col">{text('alertForm.mails.state')}</th>
              <th scope="col">{text('alertForm.mails.operation')}</th>
            </tr>
          </thead>
          <tbody>
            {mails.map((mail) => (
              <Row key={mail.id} mail={mail} mayEdit={mayEdit} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    );
  };
  return (
    <section className="panel alert-config__mails" aria-label={text('alertForm.mails')}>
      <header className="panel__head wrap">
        <h2>{text('alertForm.mails')}</h2>
        <span className="dim num text-12" role="status">
          {isKnown && text('alertForm.mails.shown', { shown: mails.length, total })}
        </span>
        <span className="grow" />
        <Select
          label={text('alertForm.mails.days')}
          value={filters.days}
          options={mailDays.map((value) => ({ value, label: text(`alertForm.days.${value}`) }))}
          onChange={(days) => run(inclination.mailDays, { days }, 'button')}
        />
        <Select
          label={text('argument.level')}
          value={filters.level}
          options={mailLevels.map((value) => ({
            value,
            label: value === 'all' ? text('alertForm.mailLevel.all') : levelName(value),
          }))}
          onChange={(level) => run(inclination.mailLevel, { level }, 'button')}
        />
        <Select
          label={text('alertForm.mails.state')}
          value={filters.outcome}
          options={mailOutcomes.map((value) => ({ value, label: text(`alertForm.outcome.${value}`) }))}
          onChange={(outcome) => run(inclination.mailOutcome, { outcome }, 'button')}
        />
        <div className="alert-config__search">
          <SearchField label={text('alarms.filter')} value={own.wanted} onChange={own.setWanted} />
        </div>
        <Menu
          label={text('alarms.export')}
          className="button button--ghost"
          trigger={
            <>
              <Icon name="download" />
              {text('alarms.export')}
            </>
          }
          entries={(['csv', 'xlsx'] as const).map((format) => ({
            id: format,
            label: text(`alarms.format.${format}`),
            disabled: mails.length === 0,
            onPress: () => run(inclination.exportMails, { format }, 'menu'),
          }))}
        />
      </header>
      {body()}
      {opened !== null && <MailDialog mail={opened} mayEdit={mayEdit} onClose={own.close} />}
    </section>
  );
}
