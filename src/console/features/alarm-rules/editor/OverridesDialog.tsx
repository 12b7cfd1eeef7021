import { useMemo, useState } from 'react';
import { dialog as dialogCommands } from '../../../../../commands/dialog.ts';
import { rules } from '../../../../../commands/rules.ts';
import { unitOfTerm } from '../../../../derive/rule-words/term-unit.ts';
import { targetText } from '../../../../derive/rule-words/words.ts';
import type { Override } from '../../../../domain/alarms/definition.ts';
import { limitsOf } from '../../../../domain/alarms/edits.ts';
import { rankOf } from '../../../../domain/alarms/rule.ts';
import { CommandButton, useCommands } from '../../../components/commands.tsx';
import { DialogFrame } from '../../../components/dialog/DialogFrame.tsx';
import { useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import { useOffer } from '../../../components/screen.ts';
import type { RuleTarget } from '../../../state/alarm-rules.ts';
import { useChosen, useEditor } from './context.ts';
import { columnsOf, type LimitColumn, parseRows } from './paste.ts';
import { RtusDialog, SensorsDialog } from './StationsDialog.tsx';
import { NumberToken, SwitchToken } from './tokens.tsx';

/** Replaces overrides by those of the same targets, and adds the others. */
const merged = (before: readonly Override[], more: readonly Override[]): readonly Override[] => {
  const own = new Map(more.map((one) => [one.targetId, one]));
  const kept = before.map((one) => own.get(one.targetId) ?? one);
  const known = new Set(before.map(({ targetId }) => targetId));
  return [...kept, ...more.filter(({ targetId }) => !known.has(targetId))];
};

function Row({ own, columns }: { readonly own: Override; readonly columns: readonly LimitColumn[] }) {
  const text = useText();
  const { edit, words, levels, rule, problems } = useEditor();
  const name = words.target(rule.definition.of, own.targetId);
  const put = (change: (one: Override) => Override) =>
    edit((definition) => ({
      ...definition,
      overrides: definition.overrides.map((one) => (one.targetId === own.targetId ? change(one) : one)),
    }));
  const wrong = problems.find(({ part, of }) => part === 'override' && of === String(own.targetId));
  return (
    <tr>
      <th scope="row">
        {name}
        {wrong !== undefined && (
          <p className="rules__wrong text-12" role="alert">
            {text(wrong.message, wrong.params)}
          </p>
        )}
      </th>
      {columns.map(({ level, at }) => {
        const condition = levels.find((one) => one.level === level)?.condition;
        const limit = condition === undefined ? undefined : limitsOf(condition)[at]?.limit;
        const value = own.limits.find((one) => one.level === level && one.at === at)?.limit;
        return (
          <td key={`${level} ${at}`}>
            {own.off === true ? (
              <span className="faint">–</span>
            ) : (
              <NumberToken
                label={text('rules.overrideOf', { target: name, level: words.level(level) })}
                value={value}
                unit={limit === undefined ? '' : unitOfTerm(limit.term)}
                placeholder={limit === undefined || !Number.isFinite(limit.limit) ? '' : String(limit.limit)}
                onChange={(next) =>
                  put((one) => {
                    const rest = one.limits.filter((other) => other.level !== level || other.at !== at);
                    return {
                      ...one,
                      limits: next === undefined ? rest : [...rest, { level, at, limit: next }],
                    };
                  })
                }
              />
            )}
          </td>
        );
      })}
      <td>
        <SwitchToken
          field={`override.${own.targetId}.judged`}
          label={text('rules.judgedTarget', { target: name })}
          isHidden
          isOn={own.off !== true}
          onChange={(on) =>
            put(({ off: _, ...one }) => (on ? one : { ...one, off: true as const, limits: [] }))
          }
        />
      </td>
      <td>
        <CommandButton
          command={rules.removeOverride}
          args={{ targetId: own.targetId }}
          icon="x"
          iconOnly
          look="ghost"
          label={text('rules.removeOverrideOf', { target: name })}
        />
      </td>
    </tr>
  );
}

/** The sheet of limits that single targets have of their own: typed, or pasted from a spreadsheet. */
export function OverridesDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const commands = useCommands();
  const { rule, edit, words, levels, targets, opened, close, mayEdit } = useEditor();
  const { overrides, of } = rule.definition;
  const [pasted, setPasted] = useState('');
  const columns = useMemo(() => columnsOf(levels), [levels]);
  const all = of === 'sensor' ? words.sensors : words.rtus;
  const read = useMemo(() => parseRows(pasted, of, columns, targets ?? []), [pasted, of, columns, targets]);
  const free = (targets ?? []).filter(({ targetId }) => !overrides.some((one) => one.targetId === targetId));
  const items = free.map((target) => ({
    value: String(target.targetId),
    label: targetText(text, target),
    note: target.stationName,
  }));
  const add = useChosen(
    'override.add',
    text('rules.addOverride'),
    (value) =>
      edit((own) => {
        // Several at once are devices of a group. What has limits of its own keeps them: its row takes it out.
        const ids = value.split(',').map(Number);
        const isKept = ({ targetId, limits, off }: Override) =>
          !ids.includes(targetId) || limits.length > 0 || off === true;
        const known = new Set(own.overrides.map(({ targetId }) => targetId));
        const fresh = ids.filter((id) => !known.has(id)).map((targetId) => ({ targetId, limits: [] }));
        return { ...own, overrides: [...own.overrides.filter(isKept), ...fresh] };
      }),
    items,
  );
  const taken = useMemo(() => overrides.map(({ targetId }) => targetId), [overrides]);
  const isMet = useMemo(() => {
    const own = new Set((targets ?? []).map(({ targetId }) => targetId));
    return ({ targetId }: RuleTarget) => own.has(targetId);
  }, [targets]);
  useOffer(
    rules.takeRows,
    () => {
      edit((own) => ({ ...own, overrides: merged(own.overrides, read.overrides) }));
      setPasted('');
    },
    { available: read.overrides.length === 0 ? 'rules.paste.nothing' : true },
  );
  useOffer(
    rules.removeOverride,
    ({ targetId }) =>
      edit((own) => ({ ...own, overrides: own.overrides.filter((one) => one.targetId !== targetId) })),
    {
      choices: () =>
        overrides.map(({ targetId }) => ({ value: targetId, label: words.target(of, targetId) })),
    },
  );
  return (
    <DialogFrame title={text('rules.overrides')} className="rules__sheet" onClose={onClose}>
      <h2>{text('rules.overrides')}</h2>
      <p className="text-12">{text('rules.overridesNote')}</p>
      <fieldset disabled={!mayEdit} className="rules__sheet-body scroll">
        <table className="text-12 num">
          <thead>
            <tr>
              <th scope="col">{text(`rules.for.${of}`)}</th>
              {columns.map(({ level, at }) => {
                const condition = levels.find((one) => one.level === level)?.condition;
                const all = condition === undefined ? [] : limitsOf(condition);
                const term = all[at]?.limit.term;
                return (
                  <th key={`${level} ${at}`} scope="col">
                    <span className="row gap-4">
                      <LevelGlyph rank={rankOf(level)} />
                      {words.level(level)}
                    </span>
                    {all.length > 1 && term !== undefined && (
                      <span className="faint">{words.term(term)}</span>
                    )}
                  </th>
                );
              })}
              <th scope="col">{text('rules.judged')}</th>
              <th scope="col">
                <span className="visually-hidden">{text('command.rules.removeOverride')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {overrides.map((own) => (
              <Row key={own.targetId} own={own} columns={columns} />
            ))}
          </tbody>
        </table>
        {overrides.length === 0 && <p className="rules__optgroup">{text('rules.noOverrides')}</p>}
      </fieldset>
      {mayEdit && (
        <div className="rules__paste">
          <label className="field__label" htmlFor="rules-paste">
            {text(of === 'sensor' ? 'rules.paste.sensor' : 'rules.paste.rtu')}
          </label>
          <textarea
            id="rules-paste"
            rows={3}
            className="mono"
            placeholder={text('rules.paste.hint')}
            value={pasted}
            onChange={(event) => setPasted(event.target.value)}
          />
          {read.count > 0 && (
            <output className="text-12">
              {text('rules.paste.read', { count: read.count, good: read.overrides.length })}
            </output>
          )}
          {read.wrong.length > 0 && (
            <ul className="rules__wrong text-12" role="alert">
              {read.wrong.slice(0, 20).map(({ row, message, params }) => (
                <li key={row}>{text('rules.paste.row', { row, reason: text(message, params) })}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      <div className="dialog__foot">
        {mayEdit && (
          <button
            type="button"
            className="button"
            aria-haspopup="dialog"
            disabled={items.length === 0 || all.length === 0}
            onClick={() => commands.run(rules.choose, { field: 'override.add' })}
          >
            {text('rules.addOverride')}
          </button>
        )}
        {mayEdit && pasted !== '' && (
          <CommandButton
            command={rules.takeRows}
            look="primary"
            label={text('rules.paste.take', { count: read.overrides.length })}
          />
        )}
        <CommandButton command={dialogCommands.decline} label={text('action.close')} />
      </div>
      {opened === 'override.add' && of === 'sensor' && (
        <SensorsDialog
          title={text('rules.addOverride')}
          chosen={taken}
          fits={isMet}
          onPick={(ids) => add(ids.join())}
          onClose={close}
        />
      )}
      {opened === 'override.add' && of === 'rtu' && (
        <RtusDialog
          title={text('rules.addOverride')}
          chosen={taken}
          targets={targets ?? []}
          onPick={(ids) => add(ids.join())}
          onClose={close}
        />
      )}
    </DialogFrame>
  );
}
