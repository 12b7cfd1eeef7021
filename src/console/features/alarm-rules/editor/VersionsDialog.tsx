import { useMemo, useState } from 'react';
import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { rules } from '../../../../../commands/rules.ts';
import { changesOf } from '../../../../derive/rule-words/diff.ts';
import { ChangeList } from '../../../components/ChangeList.tsx';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { DialogFrame } from '../../../components/dialog/DialogFrame.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useOffer } from '../../../components/screen.ts';
import { useRuleVersions } from '../../../state/alarm-rules.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import { useEditor } from './context.ts';
import { SelectToken } from './tokens.tsx';

/** Versions of a rule, newest first; of the chosen one, what it changed of the one before, or of any other. */
export function VersionsDialog({
  ruleId,
  onClose,
}: {
  readonly ruleId: number;
  readonly onClose: () => void;
}) {
  const text = useText();
  const format = useFormat();
  const commands = useCommands();
  const { words, mayEdit } = useEditor();
  const { data, error, refetch } = useRuleVersions(ruleId);
  const [chosen, setChosen] = useState<number | null>(null);
  const [against, setAgainst] = useState<number | null>(null);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const shown = data?.find(({ version }) => version === chosen) ?? data?.[0];
  const other =
    data?.find(({ version }) => version === against && version !== shown?.version) ??
    data?.find(({ version }) => version < (shown?.version ?? 0)) ??
    null;
  const changes = useMemo(
    () => (shown === undefined || other === null ? [] : changesOf(other, shown, text, words)),
    [shown, other, text, words],
  );
  useOffer(
    rules.compare,
    ({ version }) => {
      setChosen(version);
      setAgainst(null);
    },
    {
      choices: () =>
        (data ?? []).map(({ version, reason }) => ({ value: version, label: `${version} ${reason}` })),
    },
  );
  const body = () => {
    if (data === undefined)
      return error === null ? (
        <LoadingRows rows={4} />
      ) : (
        <FailedState
          title={text('rules.failed')}
          reason={reasonOf(error, text)}
          onRetry={() => void refetch()}
        />
      );
    return (
      <div className="rules__versions">
        <ol className="scroll" aria-label={text('rules.versions')}>
          {data.map(({ version, from, accountName, reason }) => (
            <li key={version}>
              <button
                type="button"
                className="pickable text-12"
                aria-current={version === shown?.version ? 'true' : undefined}
                onClick={() => commands.run(rules.compare, { version })}
              >
                <b className="num">{text('rules.versionName', { version })}</b>
                <span className="faint num">
                  {format.time(from, zone, 'full')} {accountName ?? '–'}
                </span>
                <span>{reason}</span>
              </button>
            </li>
          ))}
        </ol>
        <section className="scroll" aria-label={text('rules.changes')}>
          {shown !== undefined && (
            <header className="row gap-6 wrap text-12">
              <b className="num">{text('rules.versionName', { version: shown.version })}</b>
              {other !== null && (
                <>
                  <span className="dim">{text('rules.against')}</span>
                  <SelectToken
                    field="versions.against"
                    label={text('rules.against')}
                    value={String(other.version)}
                    options={data
                      .filter(({ version }) => version !== shown.version)
                      .map(({ version }) => ({
                        value: String(version),
                        label: text('rules.versionName', { version }),
                      }))}
                    onChange={(value) => setAgainst(Number(value))}
                  />
                </>
              )}
            </header>
          )}
          {other === null ? (
            <p className="rules__optgroup">{text('rules.firstVersion')}</p>
          ) : (
            <ChangeList changes={changes} />
          )}
        </section>
      </div>
    );
  };
  return (
    <DialogFrame title={text('rules.versions')} className="rules__sheet" onClose={onClose}>
      <h2>{text('rules.versions')}</h2>
      {body()}
      <div className="dialog__foot">
        <CommandButton command={dialogCommands.decline} label={text('action.close')} />
        {mayEdit && shown !== undefined && shown.version !== data?.[0]?.version && (
          <CommandButton
            command={rules.restore}
            args={{ version: shown.version }}
            look="primary"
            label={text('rules.restoreVersion', { version: shown.version })}
          />
        )}
      </div>
    </DialogFrame>
  );
}
