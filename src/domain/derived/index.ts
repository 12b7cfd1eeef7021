import type { RowId } from '../../catalogue/model.ts';
import { crack } from './crack.ts';
import { gnss } from './gnss.ts';
import type { DerivedRow } from './model.ts';
import { pore } from './pore.ts';
import { rain } from './rain.ts';
import { tilt } from './tilt.ts';

export type { DatumChange, DerivedFacts, DerivedRow, EarlierRows } from './model.ts';

/** The rows that have derived channels. */
export const derivedRows: Readonly<Partial<Record<RowId, DerivedRow>>> = { tilt, crack, rain, gnss, pore };
