import Type, { type TSchema } from 'typebox';
import { enums, groups } from '../catalogue/index.ts';
import type { EnumId, GroupId, NumberField, ParameterField } from '../catalogue/model.ts';

const memberOf = (id: EnumId) => Type.Union(enums[id].values.map((value) => Type.Literal(value)));

function numberSchema(field: NumberField): TSchema {
  if (field.choices) return Type.Union(field.choices.map((choice) => Type.Literal(choice)));
  const number = field.digits === 0 ? Type.Integer : Type.Number;
  const allowed: TSchema[] = field.ranges.map(([minimum, maximum]) => number({ minimum, maximum }));
  if (field.off !== undefined) allowed.push(Type.Literal(field.off));
  const [only, ...more] = allowed;
  return only && more.length === 0 ? only : Type.Union(allowed);
}

/** Schema of a field's value. Steps and rules between fields are domain/parameter-rules' business. */
export function fieldSchema(field: ParameterField): TSchema {
  switch (field.type) {
    case 'number':
      return field.nullable ? Type.Union([numberSchema(field), Type.Null()]) : numberSchema(field);
    case 'enum':
      return memberOf(field.values);
    case 'flag':
      return Type.Boolean();
    case 'text':
    case 'secret':
      return Type.String({ maxLength: field.maxLength });
    case 'set':
      return Type.Array(memberOf(field.values), { uniqueItems: true });
    case 'date':
      return Type.Integer({ minimum: 0 });
  }
}

/** Schema of a set of edits of one group: any of its writable fields. */
export function groupSchema(id: GroupId) {
  const writable = groups[id].fields.filter((field) => !field.readOnly);
  return Type.Object(
    Object.fromEntries(writable.map((field) => [field.id, Type.Optional(fieldSchema(field))])),
    { additionalProperties: false },
  );
}
