import { parameters } from '../../../../commands/parameters/index.ts';
import { sectionMessage } from '../../../derive/messages.ts';
import { fieldSections } from '../../../domain/parameters/parameter-edits.ts';
import { useCommands } from '../../components/commands.tsx';
import { useText } from '../../components/i18n.ts';
import type { PanelGroup } from './use-panel.ts';
import './group-nav.css';

function Count({ edits, problems }: { readonly edits: number; readonly problems: number }) {
  const text = useText();
  if (problems > 0)
    return (
      <span
        className="pnav__count pnav__count--bad num rigid"
        title={text('parameters.invalid', { count: problems })}
      >
        {problems}
      </span>
    );
  return edits === 0 ? null : (
    <span className="pnav__count num rigid" title={text('parameters.changes', { count: edits })}>
      {edits}
    </span>
  );
}

/** The station's devices with their groups; the one on screen with its sections. Counts show where edits are. */
export function GroupNav(props: { readonly groups: readonly PanelGroup[]; readonly chosen: PanelGroup }) {
  const { groups, chosen } = props;
  const text = useText();
  const commands = useCommands();
  const devices = [...new Set(groups.map(({ device }) => device))];
  const show = (path: string, section?: string) =>
    commands.run(parameters.group, { group: path, ...(section === undefined ? {} : { section }) }, 'button');
  const sections = fieldSections(chosen.definition.fields).filter(({ section }) => section !== null);
  return (
    <nav className="pnav raised" aria-label={text('parameters.groups')}>
      {devices.map((device) => (
        <div key={device} className="pnav__device">
          {device !== groups.find((group) => group.device === device)?.title && (
            <span className="pnav__name ellipsis text-11 dim" title={device}>
              {device}
            </span>
          )}
          {groups
            .filter((group) => group.device === device)
            .map((group) => (
              <div key={group.path}>
                <button
                  type="button"
                  className="pnav__group"
                  aria-current={group.path === chosen.path ? 'true' : undefined}
                  onClick={() => show(group.path)}
                >
                  <span className="ellipsis">{group.title}</span>
                  <Count edits={Object.keys(group.edits).length} problems={group.problems.length} />
                </button>
                {group.path === chosen.path &&
                  sections.map(({ section, fields }) => (
                    <button
                      key={section}
                      type="button"
                      className="pnav__section"
                      onClick={() => show(group.path, section ?? '')}
                    >
                      <span className="ellipsis">{text(sectionMessage(section ?? ''))}</span>
                      <Count
                        edits={fields.filter(({ id }) => id in group.edits).length}
                        problems={
                          group.problems.filter((problem) => fields.some(({ id }) => id === problem.field))
                            .length
                        }
                      />
                    </button>
                  ))}
              </div>
            ))}
        </div>
      ))}
    </nav>
  );
}
