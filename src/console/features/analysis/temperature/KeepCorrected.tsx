import { formulas as formulaCommands } from '../../../../../commands/formulas.ts';
import { longestKindName } from '../../../../contract/sites/own-kinds.ts';
import { compensationText, plainNumber, spanText } from '../../../../domain/formula-templates.ts';
import type { TemperatureFit } from '../../../../domain/readings/temperature-fit.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useText } from '../../../components/i18n.ts';
import { Permit } from '../../../components/Permit.tsx';
import { useOffer } from '../../../components/screen.ts';
import { askFormula } from '../../../state/overlays.ts';
import type { LensLook } from '../shown.ts';

/** Begins a derived channel with what the lens has found: the quantity as it would be at the mean temperature. */
export function KeepCorrected(props: { readonly fit: TemperatureFit; readonly looked: LensLook }) {
  const { fit, looked } = props;
  const { movement, detail } = looked;
  const text = useText();
  useOffer(formulaCommands.keepCorrected, () => {
    const { sourceId, row, element } = movement;
    const of = { row, sourceId, element };
    askFormula({
      stationId: detail.summary.id,
      begin: {
        type: 'given',
        // Without the sensor: it stands at the station beside others.
        name: text('formulas.compensated', { name: movement.label.split(': ').at(-1) ?? '' }).slice(
          0,
          longestKindName,
        ),
        text: compensationText({
          k: plainNumber(fit.coefficient),
          t0: plainNumber(fit.mean, 4),
          lag: spanText(fit.lag),
        }),
        inputs: [
          { ...of, letter: 'a', channel: movement.channel },
          { ...of, letter: 'b', channel: 'temperature' },
        ],
      },
    });
  });
  return (
    <Permit needs="station:baseline:edit">
      <section>
        <CommandButton
          command={formulaCommands.keepCorrected}
          icon="function"
          label={text('formulas.keepCorrected')}
        />
      </section>
    </Permit>
  );
}
