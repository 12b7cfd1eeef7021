import { Refusal } from '../../../base/errors.ts';
import { enumValues, kindByCode } from '../../../catalogue/index.ts';

/** @throws Refusal 422 for a value that another thing of the asker's company has (of others': `foreign-values`) */
export function refuseTaken(found: unknown, field: string, value: string | number): void {
  if (found !== undefined) throw new Refusal(422, 'sites.taken', { value }, field);
}

/** @throws Refusal 422 for what is no IANA time zone */
export function checkZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw new Refusal(422, 'sites.zone', { value: timeZone }, 'timeZone');
  }
}

/** @throws Refusal 422 for a text that is only blanks */
export function checkName(name: string, field = 'name'): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new Refusal(422, 'bound.required', {}, field);
  return trimmed;
}

/** @throws Refusal 422 for a kind or a code that the catalogue does not have */
export function checkSensor(sensor: {
  readonly kind: number;
  readonly installState: number;
  readonly mountMode: number;
}): void {
  if (kindByCode(sensor.kind) === undefined)
    throw new Refusal(422, 'sites.unknownCode', { value: sensor.kind }, 'kind');
  for (const field of ['installState', 'mountMode'] as const)
    if (enumValues[field][sensor[field]] === undefined)
      throw new Refusal(422, 'sites.unknownCode', { value: sensor[field] }, field);
}
