import { curve, derivedCurve, enumeration, flag, number, relative, text } from '../channels.ts';
import type { NumberChannel, RowDefinition } from '../model.ts';

const bearing = (id: string): NumberChannel => ({ ...derivedCurve(id, '°', 1), circular: true });

/** One reading of a tilt sensor: angles, their changes, direction, acceleration and the settings it was taken with. */
export const tilt: RowDefinition = {
  id: 'tilt',
  channels: [
    relative(curve('x', '°', 4)),
    relative(curve('y', '°', 4)),
    relative(curve('z', '°', 4)),
    derivedCurve('x1h', '°', 4),
    derivedCurve('y1h', '°', 4),
    derivedCurve('z1h', '°', 4),
    derivedCurve('x5h', '°', 4),
    derivedCurve('y5h', '°', 4),
    derivedCurve('z5h', '°', 4),
    { ...derivedCurve('tilt', '°', 4), relative: { from: ['x', 'y'], as: 'tilt' } },
    bearing('direction'),
    bearing('azimuth'),
    curve('ax', 'mg', 1),
    curve('ay', 'mg', 1),
    curve('az', 'mg', 1),
    curve('axMax', 'mg', 1),
    curve('ayMax', 'mg', 1),
    curve('azMax', 'mg', 1),
    curve('temperature', '°C', 1),
    flag('temperatureAdaptive'),
    enumeration('zeroMode', 'memsZeroMode'),
    enumeration('trendMode', 'trendMode'),
    number('offsetX', '°', 4),
    number('offsetY', '°', 4),
    number('offsetZ', '°', 4),
    number('threshold', '°', 3),
    enumeration('triggerSwitch', 'triggerSwitch'),
    number('triggerThreshold', 'mg'),
    number('triggerTime', 'ms'),
    enumeration('alarmState', 'tiltAlarmState'),
    enumeration('runState', 'runState'),
    text('firmware', 32),
  ],
};
