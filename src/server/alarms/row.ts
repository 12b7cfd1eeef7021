/** An alarm's row and its standing (domain/alarms/standing), each made of the other. */
import type { Selectable } from 'kysely';
import type { Finding } from '../../base/alarm-words.ts';
import type { AlarmStanding, Closing } from '../../domain/alarms/standing.ts';
import type { Board } from '../sites/board.ts';
import type { AlarmTable } from '../storage/schema.ts';

export type AlarmRow = Selectable<AlarmTable>;

/** The company of an alarm: that of its station now, or its own; null = its station belongs to nobody any more. */
export const companyOfAlarm = (
  board: Pick<Board, 'companyOf'>,
  { company_id, station_id }: Pick<AlarmRow, 'company_id' | 'station_id'>,
): number | null => company_id ?? board.companyOf(station_id);

export function standingOf(row: AlarmRow): AlarmStanding {
  return {
    present: row.present,
    peak: row.peak,
    answer:
      row.answered_at === null
        ? null
        : { userId: row.answered_by ?? 0, at: row.answered_at, note: row.answer_note },
    shelf:
      row.shelved_until === null
        ? null
        : {
            until: row.shelved_until,
            rank: row.shelved_rank ?? 0,
            userId: row.shelved_by ?? 0,
            reason: row.shelf_reason,
          },
    closed:
      row.closed_at === null
        ? null
        : {
            at: row.closed_at,
            why: (row.closed_why ?? 'answered') as Closing,
            finding: row.finding as Finding | null,
          },
  };
}

/** Columns of a standing, but for the names of people, which the act that brings them writes. */
export function columnsOf({ present, peak, answer, shelf, closed }: AlarmStanding) {
  return {
    present,
    peak,
    answered_at: answer?.at ?? null,
    answered_by: answer?.userId ?? null,
    answer_note: answer?.note ?? '',
    shelved_until: shelf?.until ?? null,
    shelved_rank: shelf?.rank ?? null,
    shelved_by: shelf?.userId ?? null,
    shelf_reason: shelf?.reason ?? '',
    closed_at: closed?.at ?? null,
    closed_why: closed?.why ?? null,
    finding: closed?.finding ?? null,
  };
}
