import { sirens as commands } from '../../../../../commands/sirens.ts';
import { CommandButton } from '../../../components/commands.tsx';
import { useFormat, useText } from '../../../components/i18n.ts';
import { useNow } from '../../../state/connection/clock.ts';
import { useSirenSite } from '../../../state/safety.ts';
import { timeOf } from '../time.ts';

/** Says in a station's head that it is armed, and until when; a press asks whether to disarm it. */
export default function ArmedMark({
  stationId,
  zone,
}: {
  readonly stationId: number;
  readonly zone: string;
}) {
  const text = useText();
  const format = useFormat();
  const now = useNow(10_000);
  const { data: site } = useSirenSite(stationId);
  const arming = site?.arming ?? null;
  if (arming === null) return null;
  return (
    <CommandButton
      command={commands.disarm}
      args={{ stationId }}
      icon="shield-alert"
      label={
        arming.problem === null
          ? text('sirens.armed', { time: timeOf(arming.until, now, format, zone) })
          : text('sirens.armedVoid', { why: text(`sirens.why.${arming.problem}`) })
      }
    />
  );
}
