import { notify as commands } from '../../../../commands/notify.ts';
import { CommandButton } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import type { NotifySetup } from '../../state/notify.ts';

/** Addresses without an account, by project. */
export function SendList(props: {
  readonly list: NotifySetup['list'];
  readonly projectName: (id: number) => string;
  readonly mayEdit: boolean;
}) {
  const { list, projectName, mayEdit } = props;
  const text = useText();
  return (
    <section className="panel notified__list" aria-label={text('notify.sendList')}>
      <header className="panel__head">
        <h2>{text('notify.sendList')}</h2>
        <span className="dim num text-12">{list.length}</span>
        <span className="grow" />
        {mayEdit && (
          <CommandButton
            command={commands.addAddress}
            icon="plus"
            look="ghost"
            label={text('notify.address')}
          />
        )}
      </header>
      {list.length === 0 ? (
        <p className="padded dim text-12">{text('notify.list.empty')}</p>
      ) : (
        <ScrollRegion className="scroll" label={text('notify.sendList')}>
          <ul className="text-12">
            {list.map(({ id, address, name, projectId }) => (
              <li key={id} className="row gap-8 inset underlined notified__line">
                <span className="strong ellipsis">{address}</span>
                <span className="dim ellipsis grow">
                  {[name, projectName(projectId)].filter(Boolean).join(' · ')}
                </span>
                {mayEdit && (
                  <CommandButton
                    command={commands.removeAddress}
                    args={{ id }}
                    icon="trash"
                    look="ghost"
                    iconOnly
                    label={text('notify.removeOf', { name: address })}
                  />
                )}
              </li>
            ))}
          </ul>
        </ScrollRegion>
      )}
    </section>
  );
}
