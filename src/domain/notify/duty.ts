/** Who has a duty now. */
import { onDuty, type RotaPlan, shiftsOf } from './rota.ts';

const day = 86_400_000;

/** A rota under its name. */
export interface NamedRota {
  readonly name: string;
  readonly body: RotaPlan;
}

/** Until when somebody has a duty now; null = has none. */
export function dutyUntil(rotas: readonly NamedRota[], userId: number, now: number) {
  for (const rota of rotas)
    for (const [layer, { name }] of rota.body.layers.entries()) {
      if (onDuty(rota.body, layer, now) !== userId) continue;
      const [shift] = shiftsOf(rota.body, layer, now, now + 7 * day);
      return { name, zone: rota.body.timeZone, to: shift?.to ?? now };
    }
  return null;
}

/** A layer of a rota as it stands at a moment. */
export interface DutyNow {
  readonly rota: string;
  readonly layer: string;
  /** Null = nobody has it. */
  readonly userId: number | null;
  /** When that changes, UTC ms; null = not within seven days. */
  readonly to: number | null;
  readonly zone: string;
}

/** Every layer of the rotas with who has it at `now`, in their order. */
export const dutiesAt = (rotas: readonly NamedRota[], now: number): readonly DutyNow[] =>
  rotas.flatMap(({ name: rota, body }) =>
    body.layers.map(({ name: layer }, index) => {
      const horizon = now + 7 * day;
      const to = shiftsOf(body, index, now, horizon)[0]?.to ?? horizon;
      const userId = onDuty(body, index, now);
      return { rota, layer, userId, to: to === horizon ? null : to, zone: body.timeZone };
    }),
  );

/** Names of the rotas that somebody has turns in. */
export const rotasOf = (rotas: readonly NamedRota[], userId: number): readonly string[] =>
  rotas
    .filter(({ body }) =>
      body.layers.some(({ people, onHolidays }) => people.includes(userId) || onHolidays.includes(userId)),
    )
    .map(({ name }) => name);
