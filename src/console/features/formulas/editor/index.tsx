import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { FormulaView } from '../../../../contract/sites/formulas.ts';
import type { StationDetail } from '../../../../contract/sites/stations.ts';
import { FailedState, LoadingRows } from '../../../components/conditions.tsx';
import { DialogFrame } from '../../../components/dialog/DialogFrame.tsx';
import { useText } from '../../../components/i18n.ts';
import { reasonOf } from '../../../state/connection/refused.ts';
import type { AskedFormula } from '../../../state/overlays.ts';
import { preferences } from '../../../state/preferences.ts';
import { useFormulas } from '../../../state/sites/formulas.ts';
import { useStation } from '../../../state/sites/stations.ts';
import { freeChannels, stationChannels } from '../channels.ts';
import { beginValues } from './begin.ts';
import { FormulaForm } from './FormulaForm.tsx';
import '../formulas.css';

interface Props {
  readonly asked: AskedFormula;
  readonly onClose: () => void;
}

/** Writes a derived channel, or a new version of one, once the station and its derived channels are known. */
export default function FormulaDialog(props: Props) {
  const { asked, onClose } = props;
  const text = useText();
  const station = useStation(asked.stationId);
  const formulas = useFormulas(asked.stationId);
  const failed = station.error ?? formulas.error;
  if (station.data !== undefined && formulas.data !== undefined)
    return <Editor {...props} detail={station.data} known={formulas.data.formulas} />;
  return (
    <DialogFrame title={text('formulas.title')} className="formulas__dialog" onClose={onClose}>
      {failed === null ? (
        <LoadingRows rows={6} />
      ) : (
        <FailedState
          title={text('formulas.failed')}
          reason={reasonOf(failed, text)}
          onRetry={() => {
            void station.refetch();
            void formulas.refetch();
          }}
        />
      )}
    </DialogFrame>
  );
}

function Editor({
  asked,
  detail,
  known,
  onClose,
}: Props & { readonly detail: StationDetail; readonly known: readonly FormulaView[] }) {
  const text = useText();
  const { language } = useSnapshot(preferences);
  const channels = useMemo(
    () => freeChannels(stationChannels(detail, text), new Set(known.map(({ sensorId }) => sensorId))),
    [detail, known, text],
  );
  return (
    <FormulaForm
      begun={beginValues(asked.begin, detail, channels, language)}
      edited={asked.begin.type === 'edit' ? asked.begin.formula : null}
      {...{ detail, known, channels, language, onClose }}
    />
  );
}
