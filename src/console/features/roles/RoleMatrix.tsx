import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { roles as roleCommands } from '../../../../commands/roles.ts';
import type { KnownPermission } from '../../../base/permissions.ts';
import type { Role, User } from '../../../contract/company/users.ts';
import { useCommands } from '../../components/commands.tsx';
import { Icon } from '../../components/Icon.tsx';
import { useText } from '../../components/i18n.ts';
import { allowedBy, areaOf, areas, cellOf, type RoleCell, type RoleDrafts } from './draft.ts';

/** How a permission stands in a role: a tick, a dash, or in a word what the draft makes of it. */
function CellMark({ cell }: { readonly cell: RoleCell }) {
  const text = useText();
  if (cell === 'gained' || cell === 'lost') return <b>{text(`roles.${cell}`)}</b>;
  return (
    <>
      {cell === 'given' ? <Icon name="tick" /> : <span aria-hidden="true">–</span>}
      <span className="visually-hidden">{text(`roles.${cell}`)}</span>
    </>
  );
}

/**
 * Permissions in words by roles. Arrows go from cell to cell and choose the role of the column; Space gives or takes.
 */
export function RoleMatrix(props: {
  readonly roles: readonly Role[];
  /** Those that have a column. */
  readonly columns: readonly Role[];
  readonly users: readonly User[];
  readonly drafts: RoleDrafts;
  readonly listed: readonly KnownPermission[];
  readonly chosen: Role;
  readonly onCompare: () => void;
}) {
  const { roles, columns, users, drafts, listed, chosen, onCompare } = props;
  const text = useText();
  const commands = useCommands();
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const [row, setRow] = useState(0);
  const at = Math.min(row, listed.length - 1);
  const column = Math.max(
    0,
    roles.findIndex((role) => role.id === chosen.id),
  );
  const cellId = (permission: string, roleId: number) => `${id}-${permission}-${roleId}`;
  const current = listed[at];
  const currentId = current === undefined ? undefined : cellId(current, chosen.id);
  useEffect(() => {
    if (currentId !== undefined && table.current?.contains(document.activeElement) === true)
      document.getElementById(currentId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [currentId]);

  const choose = (role: Role | undefined, origin: 'key' | 'button') => {
    if (role !== undefined && role.id !== chosen.id)
      commands.run(roleCommands.choose, { roleId: role.id }, origin);
  };
  const toggle = (permission: KnownPermission, origin: 'key' | 'button') =>
    commands.run(roleCommands.toggle, { permission }, origin);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const last = listed.length - 1;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => setRow(Math.min(at + 1, last)),
      ArrowUp: () => setRow(Math.max(at - 1, 0)),
      Home: () => setRow(0),
      End: () => setRow(last),
      ArrowRight: () => choose(roles[column + 1], 'key'),
      ArrowLeft: () => choose(roles[column - 1], 'key'),
      ' ': () => current !== undefined && toggle(current, 'key'),
      '=': onCompare,
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  const onClick = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-role]') : null;
    const role = roles.find((one) => String(one.id) === cell?.dataset['role']);
    const permission = listed.find((one) => one === cell?.dataset['permission']);
    if (permission !== undefined) setRow(listed.indexOf(permission));
    if (permission !== undefined && role?.id === chosen.id) toggle(permission, 'button');
    else choose(role, 'button');
  };
  const holders = (permission: string) => {
    const having = new Set(
      roles.filter((role) => allowedBy(role, drafts).includes(permission)).map((role) => role.id),
    );
    return users.filter((user) => having.has(user.roleId)).length;
  };

  return (
    <div className="roles__scroll scroll">
      <table
        ref={table}
        className="roles__table text-12"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its cells are gone through and changed by keys
        role="grid"
        tabIndex={0}
        aria-label={text('page.roles')}
        aria-activedescendant={currentId}
        onKeyDown={onKeyDown}
        onClick={onClick}
      >
        <thead>
          <tr>
            <th scope="col">{text('roles.column')}</th>
            {columns.map((role) => (
              <th
                key={role.id}
                scope="col"
                aria-current={role.id === chosen.id}
                className="roles__role"
                data-role={role.id}
              >
                <span>{role.name === '' ? text('users.newRole') : role.name}</span>
                <small>{role.users}</small>
              </th>
            ))}
            <th scope="col" className="roles__count">
              {text('roles.accounts')}
            </th>
          </tr>
        </thead>
        {areas.map((area) => {
          const own = listed.filter((permission) => areaOf(permission) === area);
          if (own.length === 0) return null;
          return (
            <tbody key={area}>
              <tr className="roles__area">
                <th scope="rowgroup" colSpan={columns.length + 2}>
                  {text(`permissionArea.${area}`)}
                </th>
              </tr>
              {own.map((permission) => (
                <tr key={permission} className={permission === current ? 'is-current' : undefined}>
                  <th scope="row">{text(`permission.${permission}`)}</th>
                  {columns.map((role) => {
                    const cell = cellOf(role, drafts, permission);
                    return (
                      <td
                        key={role.id}
                        id={cellId(permission, role.id)}
                        className={`roles__cell is-${cell}`}
                        data-role={role.id}
                        data-permission={permission}
                        data-current={permission === current && role.id === chosen.id}
                      >
                        <CellMark cell={cell} />
                      </td>
                    );
                  })}
                  <td className="roles__count num">{holders(permission)}</td>
                </tr>
              ))}
            </tbody>
          );
        })}
      </table>
    </div>
  );
}
