/** The value that a text of a sheet means for a field: what the table shows is understood, and what is usual besides. */
import type { MessageId } from '../base/messages.ts';
import { enums } from '../catalogue/index.ts';
import type { ParameterField, ParameterValue } from '../catalogue/model.ts';
import { enumValueMessage } from './messages.ts';

type Text = (id: MessageId) => string;

const yes = new Set(['on', 'yes', 'true', '1', '开', '开启', '是', '启用', 'オン', '有効', 'はい']);
const no = new Set(['off', 'no', 'false', '0', '关', '关闭', '否', '停用', 'オフ', '無効', 'いいえ']);
const dashes = /^[-–—−]?$/;

/** True for a cell that means nothing: what is there stays. */
export const isBlank = (typed: string): boolean => dashes.test(typed.trim());

function readNumber(typed: string, unit: string | null): number | null {
  let plain = typed.replace(/[−－]/g, '-');
  if (unit !== null && plain.toLowerCase().endsWith(unit.toLowerCase()))
    plain = plain.slice(0, -unit.length).trim();
  // 3,600 is a sheet's three thousand six hundred; 3,6 is a comma for a point.
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain)) plain = plain.replace(/,/g, '');
  plain = plain.replace(',', '.');
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

const isOff = (said: string, text: Text) => no.has(said) || said === text('value.off').toLowerCase();

/** Undefined where the text means no value of the field. Bounds are not looked at. */
export function parseCell(field: ParameterField, typed: string, text: Text): ParameterValue | undefined {
  const given = typed.normalize('NFKC').trim();
  const said = given.toLowerCase();
  switch (field.type) {
    case 'number': {
      const number = readNumber(given, field.unit?.normalize('NFKC') ?? null);
      if (number !== null) return number;
      if (field.off !== undefined && isOff(said, text)) return field.off;
      return field.nullable && isOff(said, text) ? null : undefined;
    }
    case 'flag':
      if (yes.has(said) || said === text('value.on').toLowerCase()) return true;
      return isOff(said, text) ? false : undefined;
    case 'enum':
      return memberOf(field.values, said, text);
    case 'set': {
      if (said === text('value.none').toLowerCase()) return [];
      const members = said.split(/\s*[,;、，；]\s*/).map((part) => memberOf(field.values, part, text));
      return members.every((member) => member !== undefined) ? members : undefined;
    }
    case 'date': {
      const [, date, time = '00:00'] = /^(\d{4}-\d{2}-\d{2})(?:[t ](\d{2}:\d{2}))?/i.exec(given) ?? [];
      const at = Date.parse(`${date}T${time}Z`);
      return Number.isNaN(at) ? undefined : at;
    }
    case 'text':
      return typed.trim() === text('value.none') ? '' : typed.trim();
    case 'secret':
      return undefined;
  }
}

function memberOf(
  id: (typeof enums)[keyof typeof enums]['id'],
  said: string,
  text: Text,
): string | undefined {
  const { values } = enums[id];
  return (
    values.find((value) => value.toLowerCase() === said) ??
    values.find((value) => text(enumValueMessage(id, value)).normalize('NFKC').toLowerCase() === said)
  );
}
