import { useSnapshot } from 'valtio';
import { Glyph, stateMessage } from '../../components/Glyph.tsx';
import { useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { levelMessage } from '../../components/levels/level-shapes.ts';
import { settings } from '../../state/connection/settings.ts';
import { conditionOf, type DeviceCondition, type DeviceLine } from './lines.ts';

/** Word of a level or a state. */
export function useConditionWord(): (condition: DeviceCondition) => string {
  const text = useText();
  const edition = useSnapshot(settings).value?.edition;
  return (condition) =>
    condition.startsWith('lv')
      ? text(levelMessage(edition, Number(condition.slice(2))))
      : text(stateMessage(condition as Exclude<DeviceCondition, `lv${number}`>));
}

/** Shape of a level or a state. */
export function ConditionGlyph({
  condition,
  hollow,
}: {
  readonly condition: DeviceCondition;
  readonly hollow: boolean;
}) {
  return condition.startsWith('lv') ? (
    <LevelGlyph rank={Number(condition.slice(2))} hollow={hollow} />
  ) : (
    <Glyph state={condition as Exclude<DeviceCondition, `lv${number}`>} />
  );
}

/** Shape and word of the worst alarm of a device's station, else of the station's state. */
export function LineCondition({
  line,
  brief = false,
}: {
  readonly line: DeviceLine;
  readonly brief?: boolean;
}) {
  const word = useConditionWord();
  const condition = conditionOf(line);
  const look = line.alarm === undefined ? `state--${line.station.state}` : `levelword--${line.alarm.rank}`;
  return (
    <span className={`state ${look}`}>
      <ConditionGlyph condition={condition} hollow={line.alarm?.holds === false} />
      <span className={brief ? 'visually-hidden' : 'state__word'}>{word(condition)}</span>
    </span>
  );
}
