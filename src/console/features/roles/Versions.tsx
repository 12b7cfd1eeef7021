import { useId } from 'react';
import { roles as roleCommands } from '../../../../commands/roles.ts';
import type { Role } from '../../../contract/company/users.ts';
import { useCommands } from '../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../components/conditions.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { useOffer } from '../../components/screen.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { useRoleVersions } from '../../state/session/users.ts';

/** What the chosen role was each time it was saved; an earlier one fills its draft. */
export function Versions(props: {
  readonly role: Role;
  readonly onCopy: (permissions: readonly string[]) => void;
}) {
  const { role, onCopy } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const heading = useId();
  const { data, error, refetch } = useRoleVersions(role.id);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  useOffer(
    roleCommands.copyVersion,
    ({ version }) => {
      const found = data?.find((one) => one.version === version);
      if (found !== undefined) onCopy(found.permissions);
    },
    {
      available: data !== undefined && data.length > 0,
      choices: () =>
        (data ?? []).map(({ version, reason }) => ({ value: version, label: `${version} ${reason}` })),
    },
  );
  const body = () => {
    if (role.id === 0) return <p className="padded text-12 dim">{text('roles.noVersion')}</p>;
    if (data === undefined)
      return error === null ? (
        <LoadingRows rows={3} />
      ) : (
        <FailedState
          title={text('roles.failed')}
          reason={reasonOf(error, text)}
          onRetry={() => void refetch()}
        />
      );
    if (data.length === 0) return <p className="padded text-12 dim">{text('roles.noVersion')}</p>;
    return (
      <ol className="roles__versions scroll text-12">
        {data.map(({ version, at, accountName, reason }) => (
          <li key={version}>
            <button
              type="button"
              className="pickable underlined column"
              onClick={() => commands.run(roleCommands.copyVersion, { version }, 'button')}
            >
              <b>{text(version === role.version ? 'roles.versionNow' : 'roles.version', { version })}</b>
              <span className="dim">
                {accountName}, {format.time(at, zone, 'full')}
                {reason === '' ? '' : `, ${reason}`}
              </span>
            </button>
          </li>
        ))}
      </ol>
    );
  };
  return (
    <section className="panel column fill" aria-labelledby={heading}>
      <header className="panel__head">
        <h2 id={heading}>{text('roles.versions')}</h2>
      </header>
      {body()}
    </section>
  );
}
