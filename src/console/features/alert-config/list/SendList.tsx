import { Link } from 'wouter';
import { inclination } from '../../../../../commands/inclination.ts';
import { notify as notifyCommands } from '../../../../../commands/notify.ts';
import { addressOf } from '../../../../contract/pages.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { Icon } from '../../../components/Icon.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { usePermitted } from '../../../components/Permit.tsx';
import { ScrollRegion } from '../../../components/ScrollRegion.tsx';
import type { AlertForm } from '../../../state/alert-form.ts';
import type { ListAddress, MessageView } from '../../../state/notify.ts';
import { useStations } from '../../../state/sites/stations.ts';
import { MailState } from '../mails/MailState.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { useList } from './use-list.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Row(props: {
  readonly own: ListAddress;
  readonly last: MessageView | undefined;
  readonly mayEdit: boolean;
}) {
  const { own, last, mayEdit } = props;
  const text = useText();
  const format = useFormat();
  return (
    <tr>
      <th scope="row" title={own.name === '' ? own.address : `${own.name} ${own.address}`}>
        <span className="strong ellipsis">{own.address}</span>
        {own.name !== '' && <small className="dim ellipsis">{own.name}</small>}
      </th>
      <td className="num">
        {last === undefined ? (
          <span className="dim">{text('alertForm.list.never')}</span>
        ) : (
          <MailState message={last} time={format.time(last.doneAt ?? last.createdAt, zone, 'dayTime')} />
        )}
      </td>
      <td>
        {mayEdit && (
          <CommandButton
            command={notifyCommands.removeAddress}
            args={{ id: own.id }}
            icon="x"
            look="ghost"
            iconOnly
            label={text('notify.removeOf', { name: own.address })}
          />
        )}
      </td>
    </tr>
  );
}

/** Who gets the mails besides people with an account: the send list of the station's project, typed or from a file. */
export function SendList(props: { readonly form: AlertForm; readonly mails: readonly MessageView[] }) {
  const { form, mails } = props;
  const text = useText();
  const { run } = useCommands();
  const mayEdit = usePermitted()('alarm:notify:edit');
  const { data: sites } = useStations();
  const own = useList(form, mayEdit);
  const { list, untold, refused, chosen } = own;
  const project = sites?.projects.find(({ id }) => id === form.projectId)?.name ?? '';
  return (
    <section className="panel alert-config__list" aria-label={text('notify.sendList')}>
      <header className="panel__head">
        <h2>{text('notify.sendList')}</h2>
        <span className="dim num text-12 ellipsis" title={project}>
          {text('alertForm.list.of', { count: list.length, project })}
        </span>
      </header>
      {mayEdit && (
        <form
          className="alert-config__add row gap-8 underlined"
          onSubmit={(event) => {
            event.preventDefault();
            run(inclination.addAddress, {}, 'button');
          }}
        >
          <div className={`field grow ${refused === null ? '' : 'field--invalid'}`}>
            <input
              type="email"
              inputMode="email"
              autoComplete="off"
              aria-label={text('notify.mailAddress')}
              placeholder={text('alertForm.list.placeholder')}
              value={own.typed}
              onChange={({ target }) => {
                own.setTyped(target.value);
                own.forgive();
              }}
            />
          </div>
          <CommandButton command={inclination.addAddress} label={text('alertForm.list.add')} />
        </form>
      )}
      {refused !== null && chosen === null && (
        <p className="field__error padded" role="alert">
          <Icon name="circle-alert" />
          {refused}
        </p>
      )}
      {own.isKnown && list.length > 0 && untold.length > 0 && (
        <div className="alert-config__untold text-12">
          <p className="row gap-4 wrap">
            <Icon name="circle-alert" className="icon--small" />
            {text('alertForm.list.untold')}
            {untold.map((rank) => (
              <LevelGlyph key={rank} rank={rank} size={10} />
            ))}
          </p>
          <p className="row gap-8 wrap">
            {mayEdit && <CommandButton command={inclination.tellList} />}
            <Link className="link" href={addressOf('notify')}>
              {text('page.notify')}
            </Link>
          </p>
        </div>
      )}
      {list.length === 0 ? (
        <p className="padded dim text-12">{text('alertForm.list.empty')}</p>
      ) : (
        <ScrollRegion className="scroll" label={text('notify.sendList')}>
          <table className="alert-config__table text-12">
            <thead>
              <tr className="text-11 dim">
                <th scope="col">{text('notify.mailAddress')}</th>
                <th scope="col">{text('alertForm.list.lastMail')}</th>
                <th scope="col">
                  <span className="visually-hidden">{text('alertForm.mails.operation')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.map((one) => (
                <Row
                  key={one.id}
                  own={one}
                  last={mails.find(({ address }) => address === one.address)}
                  mayEdit={mayEdit}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <footer className="alert-config__last">
        {own.last !== null && (
          <p className="dim text-12 num" role="status">
            {own.last}
          </p>
        )}
        <div className="row gap-8 wrap">
          <CommandButton
            command={inclination.template}
            icon="download"
            look="ghost"
            label={text('alertForm.list.template')}
          />
          {mayEdit && (
            <CommandButton
              command={inclination.importList}
              icon="upload"
              look="ghost"
              label={text('alertForm.list.import')}
            />
          )}
        </div>
      </footer>
      <input
        ref={own.file}
        type="file"
        hidden
        accept=".xlsx"
        aria-label={text('command.inclination.importList')}
        onChange={(event) => void own.onFile(event)}
      />
      {chosen !== null && (
        <ImportDialog
          chosen={chosen}
          list={list}
          refused={refused}
          onSheet={own.chooseSheet}
          onClose={() => {
            own.setChosen(null);
            own.forgive();
          }}
        />
      )}
    </section>
  );
}
