import { useId } from 'react';
import { roles as roleCommands } from '../../../../commands/roles.ts';
import type { Role } from '../../../contract/company/users.ts';
import { useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import { allowedBy, compared, type RoleDrafts } from './draft.ts';

/** The chosen role against another one: how much is the same, and what only one of them allows. */
export function Comparison(props: {
  readonly role: Role;
  readonly roles: readonly Role[];
  readonly drafts: RoleDrafts;
  /** Null = against none. */
  readonly other: Role | null;
  readonly selectId: string;
}) {
  const { role, roles, drafts, other, selectId } = props;
  const text = useText();
  const commands = useCommands();
  const heading = useId();
  const found = other === null ? null : compared(allowedBy(role, drafts), allowedBy(other, drafts));
  const lines =
    found === null
      ? []
      : [
          ...found.more.map((permission) => ({ permission, here: true })),
          ...found.less.map((permission) => ({ permission, here: false })),
        ];
  return (
    <section className="panel column roles__compare" aria-labelledby={heading}>
      <header className="panel__head">
        <label id={heading} htmlFor={selectId}>
          {text('roles.compareWith')}
        </label>
        <div className="field">
          <select
            id={selectId}
            value={other?.id ?? ''}
            onChange={({ target }) =>
              commands.run(
                roleCommands.compare,
                { roleId: target.value === '' ? null : Number(target.value) },
                'button',
              )
            }
          >
            <option value="">{text('roles.nobody')}</option>
            {roles
              .filter(({ id }) => id !== role.id && id !== 0)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </select>
        </div>
      </header>
      {found !== null && (
        <>
          <dl className="roles__figures grid text-12">
            {(['same', 'more', 'less'] as const).map((figure) => (
              <div key={figure}>
                <dt className="dim">{text(`roles.${figure}`)}</dt>
                <dd className="stressed num">{figure === 'same' ? found.same : found[figure].length}</dd>
              </div>
            ))}
          </dl>
          {lines.length === 0 ? (
            <p className="padded text-12 dim">{text('roles.alike')}</p>
          ) : (
            <table className="roles__differences text-12">
              <thead>
                <tr>
                  <th scope="col">{text('roles.column')}</th>
                  <th scope="col">{role.name || text('users.newRole')}</th>
                  <th scope="col">{other?.name}</th>
                </tr>
              </thead>
              <tbody>
                {lines.map(({ permission, here }) => (
                  <tr key={permission}>
                    <th scope="row">{text(`permission.${permission}`)}</th>
                    {[here, !here].map((given) => (
                      <td key={String(given)} className={given ? 'stressed' : 'faint'}>
                        {text(given ? 'roles.given' : 'roles.notGiven')}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
    </section>
  );
}
