import type protobuf from 'protobufjs/minimal.js';
import { type DataType, toDataType } from './datatype.ts';
import { type DataSet, type DataSetCell, limits, PayloadError, WireField } from './payload.ts';
import { scalar } from './value.ts';
import { checkedTag, long, submessageEnd } from './wire.ts';

type Reader = protobuf.Reader;

interface Cell {
  field: WireField;
  low: number;
  high: number;
  text: string | null;
}

/**
 * Decodes a DataSet. Rows may come before the types, so cells are read raw first. A cell that holds nothing is null;
 * one that does not fit its column's type, a ragged row or too many cells refuse the payload (`dataset`).
 */
export function decodeDataSet(reader: Reader): DataSet {
  const outer = reader.len;
  reader.len = submessageEnd(reader);
  const columns: string[] = [];
  const codes: number[] = [];
  const rows: Cell[][] = [];
  let cells = 0;
  while (reader.pos < reader.len) {
    const tag = checkedTag(reader);
    switch (tag) {
      case (1 << 3) | 0:
        long(reader);
        break;
      case (2 << 3) | 2:
        columns.push(reader.stringVerify());
        break;
      case (3 << 3) | 0:
        codes.push(reader.uint32());
        break;
      case (3 << 3) | 2:
        reader.uint32s(codes);
        break;
      case (4 << 3) | 2: {
        const row = decodeRow(reader);
        cells += row.length + 1;
        if (cells > limits.datasetCells) throw new PayloadError('dataset', 'too many cells');
        rows.push(row);
        break;
      }
      default:
        reader.skipType(tag & 7);
    }
    if (columns.length > limits.datasetColumns || codes.length > limits.datasetColumns) {
      throw new PayloadError('dataset', 'too many columns');
    }
  }
  if (reader.pos !== reader.len) throw new PayloadError('truncated');
  reader.len = outer;
  const types = codes.map(columnType);
  if (types.length !== columns.length) throw new PayloadError('dataset', 'columns and types differ');
  return { columns, types, rows: rows.map((row) => typedRow(row, types)) };
}

function columnType(code: number): DataType {
  const type = toDataType(code);
  if (type === null) throw new PayloadError('dataset', `data type ${code}`);
  return type;
}

function typedRow(row: readonly Cell[], types: readonly DataType[]): DataSetCell[] {
  if (row.length !== types.length) throw new PayloadError('dataset', `a row of ${row.length} cells`);
  return types.map((type, index) => {
    const cell = row[index];
    if (cell === undefined || cell.field === WireField.none) return null;
    const value = scalar(type, cell.field, cell.low, cell.high, cell.text);
    if (value === undefined) throw new PayloadError('dataset', `a cell that is not of data type ${type}`);
    return value;
  });
}

function decodeRow(reader: Reader): Cell[] {
  const outer = reader.len;
  reader.len = submessageEnd(reader);
  const row: Cell[] = [];
  while (reader.pos < reader.len) {
    const tag = checkedTag(reader);
    if (tag === ((1 << 3) | 2)) {
      if (row.length >= limits.datasetColumns) throw new PayloadError('dataset', 'too many cells in a row');
      row.push(decodeCell(reader));
    } else reader.skipType(tag & 7);
  }
  if (reader.pos !== reader.len) throw new PayloadError('truncated');
  reader.len = outer;
  return row;
}

function decodeCell(reader: Reader): Cell {
  const outer = reader.len;
  reader.len = submessageEnd(reader);
  const cell: Cell = { field: WireField.none, low: 0, high: 0, text: null };
  while (reader.pos < reader.len) {
    const tag = checkedTag(reader);
    switch (tag) {
      case (1 << 3) | 0:
      case (2 << 3) | 0:
        long(reader);
        cell.field = tag === 8 ? WireField.int : WireField.long;
        cell.low = long.low;
        cell.high = tag === 8 ? 0 : long.high;
        break;
      case (3 << 3) | 5:
        cell.field = WireField.float;
        cell.low = reader.float();
        break;
      case (4 << 3) | 1:
        cell.field = WireField.double;
        cell.low = reader.double();
        break;
      case (5 << 3) | 0:
        cell.field = WireField.boolean;
        cell.low = reader.bool() ? 1 : 0;
        break;
      case (6 << 3) | 2:
        cell.field = WireField.string;
        cell.text = reader.stringVerify();
        break;
      default:
        reader.skipType(tag & 7);
    }
  }
  if (reader.pos !== reader.len) throw new PayloadError('truncated');
  reader.len = outer;
  return cell;
}
