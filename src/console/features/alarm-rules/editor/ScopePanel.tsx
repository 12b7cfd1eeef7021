import { useMemo } from 'react';
import { rules } from '../../../../../commands/rules.ts';
import { allKinds, enumValues } from '../../../../catalogue/index.ts';
import { horn } from '../../../../catalogue/kinds/horn.ts';
import { plainNumber } from '../../../../derive/rule-words/words.ts';
import type { Definition } from '../../../../domain/alarms/definition.ts';
import { rankOf } from '../../../../domain/alarms/rule.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { LevelGlyph } from '../../../components/levels/LevelGlyph.tsx';
import type { RuleTarget } from '../../../state/alarm-rules.ts';
import type { ListedChoice } from './ChoiceDialog.tsx';
import { ChosenPart } from './ChosenPart.tsx';
import { useChosen, useEditor } from './context.ts';
import { FolderPart } from './FolderPart.tsx';
import { LabelPart } from './LabelPart.tsx';
import { ScopePart } from './ScopePart.tsx';
import { SensorsDialog } from './StationsDialog.tsx';
import { SelectToken } from './tokens.tsx';

type Part = 'projects' | 'kinds' | 'stations' | 'except' | 'mounts';

/** A list with ids that are all in it taken out; otherwise with all of them in it. */
function toggled(list: readonly number[], ids: readonly number[]): number[] {
  const rest = list.filter((id) => !ids.includes(id));
  return ids.every((id) => list.includes(id)) ? rest : [...rest, ...ids];
}

/** What one part of the scope asks for: what is chosen of it, and the list of all. */
function IdsPart({
  part,
  items,
  name,
}: {
  readonly part: Part;
  readonly items: readonly ListedChoice[];
  readonly name: (id: number) => string;
}) {
  const text = useText();
  const { rule, from, edit } = useEditor();
  const chosen = rule.definition.scope[part];
  const before = from?.definition.scope[part];
  const field = `scope.${part}`;
  const label = text(`rules.scope.${part}`);
  const set = useChosen(
    field,
    label,
    (value) =>
      edit((own) => {
        // Several at once are stations of a group: they are all in, or all out.
        const next = toggled(own.scope[part], value.split(',').map(Number));
        return { ...own, scope: { ...own.scope, [part]: next } satisfies Definition['scope'] };
      }),
    items,
  );
  return (
    <ChosenPart
      field={field}
      label={label}
      chosen={chosen}
      before={before}
      none={text(part === 'except' ? 'rules.none' : 'rules.all')}
      items={items}
      isStations={part === 'stations' || part === 'except'}
      name={name}
      onPick={set}
    />
  );
}

/** Single sensors, out of the tree of sensors; none = all that the other parts meet. */
function SensorPart() {
  const text = useText();
  const { rule, from, words, edit, opened, close } = useEditor();
  const { of, scope: chosenScope } = rule.definition;
  const chosen = chosenScope.sensors ?? [];
  const before = from === null ? undefined : (from.definition.scope.sensors ?? []);
  const [field, label] = ['scope.sensors', text('rules.scope.sensors')];
  const set = useChosen(field, label, (value) =>
    edit((own) => {
      const { sensors = [], ...scope } = own.scope;
      // Several at once are sensors of a group: they are all in, or all out.
      const next = toggled(sensors, value.split(',').map(Number));
      return { ...own, scope: next.length === 0 ? scope : { ...scope, sensors: next } };
    }),
  );
  if (of === 'rtu' && chosen.length === 0) return null;
  return (
    <ScopePart
      {...{ field, label, chosen, before }}
      none={text('rules.all')}
      name={(id) => words.target('sensor', id)}
      onTakeOut={(id) => set(String(id))}
    >
      {opened === field && (
        <SensorsDialog title={label} chosen={chosen} onPick={(ids) => set(ids.join())} onClose={close} />
      )}
    </ScopePart>
  );
}

const noSirens: readonly number[] = [];
/** Sirens that red prepares for alarms of this rule; none = those of the site. */
function SirenPart() {
  const text = useText();
  const { rule, from, words, targets, edit, opened, close } = useEditor();
  const chosen = rule.definition.sirens ?? noSirens;
  const before = from?.definition.sirens ?? [];
  const field = 'sirens';
  const label = text('rules.sirens');
  // Those of projects that the rule judges: others are refused.
  const fits = useMemo(() => {
    const stations = new Map(words.stations.map((one) => [one.id, one.projectId]));
    const projects = new Set((targets ?? []).map(({ stationId }) => stations.get(stationId)));
    return ({ kind, targetId, stationId }: RuleTarget) =>
      kind === horn.code && (chosen.includes(targetId) || projects.has(stations.get(stationId)));
  }, [words, targets, chosen]);
  const items = words.sensors.filter(fits).map(({ targetId, stationName }) => ({
    value: String(targetId),
    label: words.target('sensor', targetId),
    note: stationName,
  }));
  const set = useChosen(
    field,
    label,
    (value) =>
      edit(({ sirens: own = [], ...rest }) => {
        const next = toggled(own, value.split(',').map(Number));
        return next.length === 0 ? rest : { ...rest, sirens: next };
      }),
    items,
  );
  const isRed = rule.definition.ladder.some(({ level }) => level === 'red');
  if (chosen.length === 0 && before.length === 0 && (!isRed || items.length === 0)) return null;
  return (
    <ScopePart
      {...{ field, label, chosen }}
      before={from === null ? undefined : before}
      none={text('rules.sirensOfSite')}
      name={(id) => words.target('sensor', id)}
      onTakeOut={(id) => set(String(id))}
    >
      {opened === field && (
        <SensorsDialog
          title={label}
          chosen={chosen}
          fits={fits}
          onPick={(ids) => set(ids.join())}
          onClose={close}
        />
      )}
    </ScopePart>
  );
}

/** The limits that single targets have of their own, in short; the sheet of them is a dialog. */
function OverrideList() {
  const text = useText();
  const { rule, levels, words, targets, problems } = useEditor();
  const { overrides, of } = rule.definition;
  const rest =
    targets === null
      ? null
      : targets.filter(({ targetId }) => !overrides.some((own) => own.targetId === targetId)).length;
  const wrong = new Set(problems.flatMap(({ part, of: id }) => (part === 'override' ? [id] : [])));
  return (
    <section className="rules__overrides">
      <header>
        <h3>{text('rules.overrides')}</h3>
        <CommandButton command={rules.overrides} label={text('rules.editOverrides')} look="ghost" />
      </header>
      {overrides.length > 0 && (
        <table className="num text-12">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{text(`rules.for.${of}`)}</span>
              </th>
              {levels.map(({ level }) => (
                <th key={level} scope="col">
                  <LevelGlyph rank={rankOf(level)} />
                  <span className="visually-hidden">{words.level(level)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {overrides.slice(0, 30).map((own) => (
              <tr key={own.targetId} className={wrong.has(String(own.targetId)) ? 'is-wrong' : ''}>
                <th scope="row">{words.target(of, own.targetId)}</th>
                {own.off === true ? (
                  <td colSpan={levels.length} className="dim">
                    {text('rules.notJudged')}
                  </td>
                ) : (
                  levels.map(({ level }) => {
                    const limits = own.limits.filter((limit) => limit.level === level);
                    return (
                      <td key={level} className={limits.length === 0 ? 'faint' : 'rules__own'}>
                        {limits.length === 0
                          ? '–'
                          : limits.map(({ limit }) => plainNumber(limit)).join(' / ')}
                      </td>
                    );
                  })
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rest !== null && <p className="text-12 faint">{text('rules.othersUseLadder', { count: rest })}</p>}
    </section>
  );
}

/** What a rule judges: by project, kind, station, mounting and label; and who of them has limits of its own. */
export function ScopePanel({
  company,
  onCompany,
}: {
  /** Of a new rule, where there are several companies: the one that it is for. */
  readonly company: number | null | undefined;
  readonly onCompany: (id: number) => void;
}) {
  const text = useText();
  const { rule, edit, words, targets, problems, companyId } = useEditor();
  const { of } = rule.definition;
  const wrong = problems.find(({ part }) => part === 'scope');
  const stations = targets === null ? 0 : new Set(targets.map(({ stationId }) => stationId)).size;
  const ids = (list: typeof words.projects): readonly ListedChoice[] =>
    list
      .filter((one) => companyId === null || one.companyId === companyId)
      .map(({ id, name, note }) => ({ value: String(id), label: name, note }));
  return (
    <section className="rules__scope" aria-label={text('rules.scope')}>
      <header>
        <h3>{text('rules.scope')}</h3>
        <output className={wrong === undefined ? 'num' : 'num rules__wrong'}>
          {targets === null ? '' : text(`rules.scopeCount.${of}`, { count: targets.length, stations })}
        </output>
      </header>
      <dl>
        {company !== undefined && (
          <div className="rules__part">
            <dt>{text('sites.company')}</dt>
            <dd>
              <SelectToken
                field="company"
                label={text('sites.company')}
                value={String(company ?? '')}
                options={[
                  ...(company === null ? [{ value: '', label: text('rules.chooseCompany') }] : []),
                  ...words.companies.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                onChange={(value) => onCompany(Number(value))}
              />
            </dd>
          </div>
        )}
        <div className="rules__part">
          <dt>{text('rules.judgedFor')}</dt>
          <dd>
            <SelectToken
              field="of"
              label={text('rules.judgedFor')}
              value={of}
              options={(['sensor', 'rtu'] as const).map((value) => ({
                value,
                label: text(`rules.for.${value}`),
              }))}
              onChange={(value) =>
                edit((own) => ({ ...own, of: value === 'rtu' ? 'rtu' : 'sensor', overrides: [] }))
              }
            />
          </dd>
        </div>
        <IdsPart part="projects" items={ids(words.projects)} name={words.project} />
        {of === 'sensor' && (
          <IdsPart
            part="kinds"
            items={allKinds()
              .filter(({ rows }) => rows.length > 0)
              .map(({ code }) => ({ value: String(code), label: words.kind(code) }))}
            name={words.kind}
          />
        )}
        <FolderPart />
        <IdsPart part="stations" items={ids(words.stations)} name={words.station} />
        <IdsPart part="except" items={ids(words.stations)} name={words.station} />
        {of === 'sensor' && (
          <IdsPart
            part="mounts"
            items={enumValues.mountMode.map((_, code) => ({ value: String(code), label: words.mount(code) }))}
            name={words.mount}
          />
        )}
        <SensorPart />
        <LabelPart />
        <SirenPart />
      </dl>
      {wrong !== undefined && (
        <p className="rules__wrong inset text-12" role="alert">
          {text(wrong.message, wrong.params)}
        </p>
      )}
      <OverrideList />
    </section>
  );
}
