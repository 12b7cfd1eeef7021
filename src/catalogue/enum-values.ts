/**
 * Values of every enumeration in code order: the index is the Int32 on the wire and in storage. See
 * src/catalogue/README.md#enumerations. Values that no manual names are assumed (marked).
 */
export const enumValues = {
  installState: ['notInstalled', 'installed', 'removed', 'onlineMode'],
  reportType: ['timed', 'restart', 'test', 'command'],
  communicationStandard: ['2G', '3G', '4G', 'NB-IoT', 'unknown'],
  operator: ['mobile', 'unicom', 'telecom', 'unknown', 'foreign1', 'foreign2'],
  chargeState: ['charging', 'full', 'notCharging'],
  zeroMode: ['absolute', 'relative'],
  memsZeroMode: ['absolute', 'relative', 'xMark'],
  triggerSwitch: ['off', 'standard', 'precise'],
  tiltAlarmState: ['normal', 'previouslyAlarmed', 'accelerationTrigger', 'fastCollectReport'],
  /** Assumed: crack, level, rain, sound, blast, settlement. */
  alarmState: ['normal', 'alarm'],
  /** Assumed. */
  moistureAlarmState: ['normal', 'low', 'high', 'jump'],
  /** Assumed. */
  profileAlarmState: ['normal', 'incremental', 'cumulative', 'rate'],
  runState: ['normal', 'fault'],
  crackCycle: ['disabled', 'enabled'],
  mountMode: ['autoCoordinate', 'zeroBelow', 'zeroAbove', 'horizontal', 'arch', 'tilted'],
  /** Assumed. */
  hornModuleType: ['lora', 'wired', 'cellular'],
  /** kHz. */
  loraBandwidth: ['125', '250', '500'],
  loraCodingRate: ['4/5', '4/6', '4/7', '4/8'],
  hornProtocol: ['SX', 'LZ', 'QX', 'JWSD'],
  hornLink: ['pointToPoint', 'pointToGateway'],
  hornLight: ['off', 'blue', 'yellow', 'orange', 'red'],
  moistureMode: ['test', 'waterMeasure', 'soil'],
  rainDataType: ['test', 'timed'],
  /** Assumed. */
  trendMode: ['azimuth', 'trend'],
  centerProtocol: ['tcp', 'mqtt'],
  standardPreference: ['auto', '2G', '3G', '4G', 'NB-IoT'],
  thresholdCondition: ['above', 'below', 'outside', 'mutation'],
  axis: ['x', 'y', 'z'],
  crackSign: ['positiveOpens', 'negativeOpens'],
  nodeOrder: ['topDown', 'bottomUp'],
  upAxis: ['auto', '+X', '-X', '+Y', '-Y', '+Z', '-Z'],
  /** Of a GNSS position: none, one receiver alone, code differences, carrier ambiguities not yet and fully resolved. */
  fixQuality: ['none', 'single', 'differential', 'float', 'fixed'],
  /** Assumed: why a waveform was captured. */
  triggerCause: ['threshold', 'command', 'timed', 'test'],
} as const;
