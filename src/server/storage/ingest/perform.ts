/** What the one writer of readings does, as requests: each is one transaction of the caller. */
import type { RowId } from '../../../catalogue/model.ts';
import { type FloorAnswer, pruneSlice, raiseFloor } from '../readings/prune.ts';
import type { SeriesKey } from '../readings/source.ts';
import { sealDay } from '../rollup/seal.ts';
import type { DayKey } from '../rollup/sealer.ts';
import { type Sealed, sealSource } from '../sealed/seal.ts';
import type { UndoResult } from '../storage.ts';
import type { IngestBackend } from './backend.ts';
import { IngestCore, type StoreOptions } from './core.ts';
import { type PackedBatch, type PackedOutcome, packOutcome, unpackBatch } from './packed.ts';
import { type Piece, Upkeep } from './upkeep.ts';

export type WriteRequest =
  | {
      readonly name: 'store';
      readonly batch: PackedBatch;
      readonly options: StoreOptions;
      /** The caller rolls back when it has the answer. */
      readonly dryRun: boolean;
    }
  | { readonly name: 'derive' }
  | { readonly name: 'undo'; readonly run: number }
  | { readonly name: 'seal'; readonly days: readonly DayKey[] }
  | { readonly name: 'floor'; readonly row: RowId; readonly sourceId: number; readonly before: number }
  | {
      readonly name: 'chunk';
      readonly row: RowId;
      readonly sourceId: number;
      /** Weeks that end later stay as they are, UTC ms. */
      readonly before: number;
    }
  | { readonly name: 'prune'; readonly key: SeriesKey; readonly floor: number };

/** Answers by the request's name. */
export interface WriteAnswers {
  store: PackedOutcome;
  derive: PackedPiece;
  undo: (UndoResult & Piece) | null;
  seal: undefined;
  floor: FloorAnswer | null;
  chunk: Sealed;
  prune: number;
}
/** A piece on its way back. */
export interface PackedPiece extends Omit<Piece, 'computed'> {
  readonly computed: readonly PackedOutcome[];
}
export type AnswerTo<R extends WriteRequest> = WriteAnswers[R['name']];

const packPiece = ({ computed, ...piece }: Piece): PackedPiece => ({
  ...piece,
  computed: computed.map(packOutcome),
});

export class ReadingWriter {
  readonly core: IngestCore;
  readonly #backend: IngestBackend;
  readonly #upkeep: Upkeep;
  readonly #layouts = new Map<RowId, number>();

  constructor(backend: IngestBackend) {
    this.#backend = backend;
    this.core = new IngestCore(backend);
    this.#upkeep = new Upkeep(backend, this.core);
  }

  /** Nothing that is remembered holds: the transaction was rolled back. */
  forget(): void {
    this.core.forget();
    this.#layouts.clear();
  }

  /** Does what is asked within the caller's transaction. After a failure the caller rolls back and calls `forget`. */
  perform<R extends WriteRequest>(request: R): Promise<AnswerTo<R>> {
    return this.#perform(request) as Promise<AnswerTo<R>>; // by the request's name
  }

  async #perform(request: WriteRequest): Promise<WriteAnswers[WriteRequest['name']]> {
    const { exec } = this.#backend;
    switch (request.name) {
      case 'store':
        return packOutcome(await this.core.store(unpackBatch(request.batch), request.options));
      case 'derive':
        return packPiece(await this.#upkeep.derivePiece());
      case 'undo':
        return this.#upkeep.undoPiece(request.run);
      case 'seal':
        for (const { key, day } of request.days) await sealDay(exec, key, day, this.#layouts);
        return undefined;
      case 'floor': {
        const answer = await raiseFloor(exec, request.row, request.sourceId, request.before, this.#layouts);
        if (answer !== null) this.core.forget();
        return answer;
      }
      case 'chunk':
        return sealSource(this.#backend, request.row, request.sourceId, request.before);
      case 'prune': {
        const gone = await pruneSlice(this.#backend, request.key, request.floor);
        this.core.forget();
        return gone;
      }
    }
  }
}
