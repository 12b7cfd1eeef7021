import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { formulas as formulaCommands } from '../../../../commands/formulas.ts';
import { mostFormulas } from '../../../base/bounds/formulas.ts';
import { callOf } from '../../../command/command.ts';
import { type FormulaView, retireFormula } from '../../../contract/sites/formulas.ts';
import type { StationDetail } from '../../../contract/sites/stations.ts';
import { formulaTemplates } from '../../../domain/formula-templates.ts';
import { CommandButton } from '../../components/commands.tsx';
import { EmptyState, FailedState, LoadingRows } from '../../components/conditions.tsx';
import { useText } from '../../components/i18n.ts';
import { Permit } from '../../components/Permit.tsx';
import { useOffer } from '../../components/screen.ts';
import { useChange } from '../../state/connection/change.ts';
import { request } from '../../state/connection/client.ts';
import { reasonOf } from '../../state/connection/refused.ts';
import { notify } from '../../state/notices.ts';
import { askFormula } from '../../state/overlays.ts';
import { preferences } from '../../state/preferences.ts';
import { formulaChanged, formulasKey, recalled, useFormulas } from '../../state/sites/formulas.ts';
import { stationChannels } from './channels.ts';
import { FormulaCard } from './FormulaCard.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';
import { curveAddress } from './words.ts';
import './formulas.css';

const edit = 'station:baseline:edit';

/** Offers what can be done with the derived channels of a station. */
function useFormulaOffers(
  detail: StationDetail,
  known: readonly FormulaView[] | undefined,
  onVersions: (formulaId: number | null) => void,
): void {
  const text = useText();
  const [, navigate] = useLocation();
  const { language } = useSnapshot(preferences);
  const change = useChange(formulasKey, text, formulaChanged);
  const stationId = detail.summary.id;
  const all = known ?? [];
  const inUse = all.filter(({ retiredAt }) => retiredAt === null);
  const retired = all.filter(({ retiredAt }) => retiredAt !== null);
  const find = (formulaId: number) => all.find(({ id }) => id === formulaId);
  const listed = (formulas: readonly FormulaView[]) => ({
    available: formulas.length > 0,
    choices: () =>
      formulas.map(({ id, slot, names }) => ({ value: id, label: `${slot} · ${names[language]}` })),
  });
  const setRetired = async (formulaId: number, to: boolean) => {
    const refused = await change(() =>
      request(retireFormula, { params: { formulaId }, body: { retired: to } }),
    );
    if (refused !== null) return notify('error', refused.sentence);
    const name = find(formulaId)?.names[language] ?? '';
    const undo = callOf(to ? formulaCommands.restore : formulaCommands.retire, { formulaId });
    notify('success', text(to ? 'formulas.retired' : 'formulas.restored', { name }), null, null, undo);
  };
  useOffer(
    formulaCommands.add,
    ({ template }) => askFormula({ stationId, begin: { type: 'template', template } }),
    { available: known !== undefined && (inUse.length < mostFormulas || 'formulas.many') },
  );
  useOffer(
    formulaCommands.edit,
    ({ formulaId }) => {
      const formula = find(formulaId);
      if (formula !== undefined) askFormula({ stationId, begin: { type: 'edit', formula } });
    },
    listed(all),
  );
  const earlier = all.filter(({ version }) => version > 1);
  useOffer(
    formulaCommands.recall,
    async ({ formulaId, version }) => {
      const formula = find(formulaId);
      const found = await recalled(formulaId, version);
      // The unit is that of its readings, and the version that it follows is the newest.
      if (formula !== undefined && found !== null) {
        onVersions(null);
        askFormula({ stationId, begin: { type: 'edit', formula: { ...formula, ...found } } });
      } else notify('error', text('formulas.noVersion', { version }));
    },
    {
      available: earlier.length > 0,
      choices: (argument, { formulaId }) =>
        argument === 'formulaId'
          ? earlier.map(({ id, slot, names }) => ({ value: id, label: `${slot} · ${names[language]}` }))
          : Array.from({ length: (find(formulaId ?? 0)?.version ?? 1) - 1 }, (_, at) => ({
              value: at + 1,
              label: String(at + 1),
            })).reverse(),
    },
  );
  useOffer(formulaCommands.retire, ({ formulaId }) => setRetired(formulaId, true), listed(inUse));
  useOffer(formulaCommands.restore, ({ formulaId }) => setRetired(formulaId, false), listed(retired));
  useOffer(formulaCommands.versions, ({ formulaId }) => onVersions(formulaId), listed(all));
  useOffer(
    formulaCommands.curve,
    ({ formulaId }) => {
      const formula = find(formulaId);
      if (formula !== undefined) navigate(curveAddress(stationId, formula));
    },
    listed(inUse),
  );
}

/** Derived channels of a station: what each is made of, how far its past is, and what can be done with it. */
export default function FormulasPanel({ station }: { readonly station: StationDetail }) {
  const text = useText();
  const { data, error, refetch } = useFormulas(station.summary.id);
  const [versions, setVersions] = useState<number | null>(null);
  const known = data?.formulas;
  useFormulaOffers(station, known, setVersions);
  if (known === undefined)
    return error === null ? (
      <LoadingRows rows={6} />
    ) : (
      <FailedState
        title={text('formulas.failed')}
        reason={reasonOf(error, text)}
        onRetry={() => void refetch()}
      />
    );
  const channels = new Map(stationChannels(station, text).map((channel) => [channel.key, channel]));
  const looked = known.find(({ id }) => id === versions);
  const templates = (
    <Permit needs={edit}>
      {formulaTemplates.map((template) => (
        <CommandButton
          key={template}
          command={formulaCommands.add}
          args={{ template }}
          label={text(`formulas.template.${template}`)}
        />
      ))}
    </Permit>
  );
  return (
    <div className="formulas column">
      {known.length === 0 ? (
        <EmptyState icon="function" title={text('formulas.empty.title')} actions={templates}>
          {text('formulas.empty.text')}
        </EmptyState>
      ) : (
        <>
          <header className="formulas__bar row wrap gap-8">
            <p className="grow dim text-12">{text('formulas.explain')}</p>
            <Permit needs={edit}>
              <CommandButton
                command={formulaCommands.add}
                args={{ template: 'difference' }}
                icon="plus"
                look="primary"
                label={text('formulas.add')}
              />
            </Permit>
          </header>
          <ul className="formulas__list grid gap-8">
            {known.map((formula) => (
              <FormulaCard
                key={formula.id}
                formula={formula}
                channels={channels}
                zone={station.summary.timeZone}
              />
            ))}
          </ul>
        </>
      )}
      {looked !== undefined && (
        <VersionsDialog
          formula={looked}
          channels={channels}
          zone={station.summary.timeZone}
          onClose={() => setVersions(null)}
        />
      )}
    </div>
  );
}
