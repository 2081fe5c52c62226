import { Transactions, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { ObjectDeletionQueue } from '../storage/object-deletion-queue.js';

/** A row whose objects are plain. */
export interface PlainRow {
  id: string;
  seal: () => Promise<void>;
}

/** The rows of one table whose objects were stored before objects were sealed. */
export interface PlainSource {
  count: () => Promise<number>;
  /** Rows in batches of this size. A row that cannot be sealed is skipped until the next round. */
  rows: (batch: number) => AsyncIterable<PlainRow>;
}

const ZERO = '00000000-0000-0000-0000-000000000000';

/**
 * Objects that were stored before objects were sealed. Each gets a sealed copy under a new name; the plain object is
 * deleted an hour later, after the last request that may still read it.
 */
@Injectable()
export class PlainObjects {
  private readonly sources: PlainSource[] = [];

  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(ObjectDeletionQueue) private readonly deletions: ObjectDeletionQueue,
  ) {}

  /** Call in the constructor of the class that knows the table. */
  register(source: PlainSource): void {
    this.sources.push(source);
  }

  /** How many rows have plain objects. */
  async count(): Promise<number> {
    const counts = await Promise.all(this.sources.map((source) => source.count()));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** All rows with plain objects, source by source. */
  async *rows(batch: number): AsyncGenerator<PlainRow> {
    for (const source of this.sources) yield* source.rows(batch);
  }

  /** Replaces plain objects by sealed ones. When the row has changed meanwhile, the sealed ones are deleted instead. */
  async replace(plain: string[], sealed: string[], change: (tx: Tx) => Promise<boolean>): Promise<void> {
    await this.transactions.run(async (unit) => {
      if (!(await change(unit.tx))) return this.deletions.enqueueIn(unit, sealed);
      await this.deletions.cancel(unit.tx, sealed);
      await this.deletions.retire(unit.tx, plain);
    });
  }
}

/** Reads a table in batches by ascending id. @param read returns rows whose id is greater than `after` */
export async function* plainRows<Row extends { id: string }>(
  read: (after: string) => Promise<Row[]>,
  seal: (row: Row) => Promise<void>,
): AsyncGenerator<PlainRow> {
  for (let after: string | undefined = ZERO; after !== undefined;) {
    const rows: Row[] = await read(after);
    for (const row of rows) yield { id: row.id, seal: () => seal(row) };
    after = rows.at(-1)?.id;
  }
}
