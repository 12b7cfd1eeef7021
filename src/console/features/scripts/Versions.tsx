import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import { scripts } from '../../../../commands/scripts/index.ts';
import type { ScriptDetail } from '../../../contract/scripts.ts';
import { useCommands } from '../../components/commands.tsx';
import { EmptyState } from '../../components/conditions.tsx';
import { useFormat, useText } from '../../components/i18n.ts';
import { keepKeys } from '../../components/table/keep-keys.ts';

/** Versions of the script, newest first; one that is chosen is compared with the text on screen. */
export function Versions(props: { readonly own: ScriptDetail | null; readonly compared: number | null }) {
  const { own, compared } = props;
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const id = useId();
  const [at, setAt] = useState(0);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (own === null)
    return (
      <EmptyState icon="history" title={text('scripts.noVersions.title')}>
        {text('scripts.noVersions.text')}
      </EmptyState>
    );
  const { versions } = own;
  const current = Math.min(at, versions.length - 1);
  const choose = (index: number, origin: 'button' | 'key') => {
    const chosen = versions[index];
    if (chosen === undefined) return;
    setAt(index);
    commands.run(scripts.diff, { version: chosen.version }, origin);
  };
  const onPress = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    if (row !== null && String(getSelection() ?? '') === '') choose(Number(row.dataset['row']), 'button');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: versions.length - 1 }[event.key];
    if (to !== undefined) setAt(Math.max(0, Math.min(versions.length - 1, to)));
    else if (event.key === 'Enter' || event.key === ' ') choose(current, 'key');
    else return;
    event.preventDefault();
  };
  return (
    <>
      <p className="scripts__tools dim row gap-8 rigid underlined text-12">{text('scripts.versionsNote')}</p>
      <div
        className="rows"
        role="grid"
        tabIndex={0}
        aria-label={text('scriptView.versions')}
        aria-rowcount={versions.length + 1}
        aria-activedescendant={`${id}-${current}`}
        onFocus={keepKeys}
        onKeyDown={onKeyDown}
        onClick={onPress}
      >
        <div className="rows__row rows__heads scripts__row scripts__row--versions" role="row" tabIndex={-1}>
          {(['scripts.versionHead', 'scripts.savedHead', 'scripts.field.note'] as const).map((head) => (
            <span key={head} role="columnheader" tabIndex={-1}>
              {text(head)}
            </span>
          ))}
        </div>
        {versions.map(({ version, savedAt, savedBy, note }, index) => (
          <div
            key={version}
            id={`${id}-${index}`}
            className={`rows__row scripts__row scripts__row--versions ${index === current ? 'is-current' : ''}`}
            role="row"
            tabIndex={-1}
            aria-rowindex={index + 2}
            aria-selected={version === compared}
            data-row={index}
          >
            <span role="gridcell" tabIndex={-1} className="rows__strong num">
              v{version}
            </span>
            <span role="gridcell" tabIndex={-1} className="num dim">
              {text('scripts.byAt', { by: savedBy, time: format.time(savedAt, zone, 'dayTime') })}
            </span>
            <span role="gridcell" tabIndex={-1} title={note}>
              {note === '' ? '–' : note}
            </span>
          </div>
        ))}
      </div>
    </>
  );
}
