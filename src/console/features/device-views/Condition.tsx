import { Glyph, stateMessage } from '../../components/Glyph.tsx';
import { useText } from '../../components/i18n.ts';
import { LevelGlyph } from '../../components/levels/LevelGlyph.tsx';
import { useLevelWord } from '../../state/alarms/level-words.ts';
import { conditionOf, type DeviceCondition, type DeviceLine } from './lines.ts';

/** Word of a level or a state, of a station where it is that of one. */
export function useConditionWord(): (condition: DeviceCondition, stationId?: number) => string {
  const text = useText();
  const level = useLevelWord(text);
  return (condition, stationId) =>
    condition.startsWith('lv')
      ? level(Number(condition.slice(2)), { stationId })
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
      <span className={brief ? 'visually-hidden' : 'state__word'}>{word(condition, line.station.id)}</span>
    </span>
  );
}
