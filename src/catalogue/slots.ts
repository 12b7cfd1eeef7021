/**
 * Slots of a station's sensors: 0–63 (src/catalogue/README.md#slots). An RTU's own ports are 0–6, which is as far as its status report
 * says how long each took (`elapsed0` … `elapsed6`); loggers and gateways have the higher ones.
 */
export const lastSlot = 63;
export const lastPort = 6;

/** All slots, ascending. */
export const slots: readonly number[] = Array.from({ length: lastSlot + 1 }, (_, slot) => slot);

/** Regular expression, without anchors, of a slot as it is written: no sign, no leading zero. */
export const slotPattern = '(?:\\d|[1-5]\\d|6[0-3])';
