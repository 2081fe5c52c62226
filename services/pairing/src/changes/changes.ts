import type { EventDefinition } from '@duet/contracts';
import { LivePush, Outbox, type Tx } from '@duet/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** One transaction and what the world hears of it: facts commit with it, sockets hear after it or not at all. */
export class Change {
  private readonly pushes: ((live: LivePush) => void)[] = [];

  constructor(
    readonly tx: Tx,
    private readonly outbox: Outbox,
  ) {}

  /** A durable fact; sockets hear it too when the event says so. */
  async record<Payload>(event: EventDefinition<Payload>, key: string, payload: Payload): Promise<void> {
    await this.outbox.add(this.tx, event, key, payload);
    if (event.deliver) this.tell(event, payload);
  }

  /** For the sockets alone. */
  tell<Payload>(event: EventDefinition<Payload>, payload: Payload): void {
    this.pushes.push((live) => live.push(event, payload));
  }

  /** Call after the commit. */
  announce(live: LivePush): void {
    for (const push of this.pushes) push(live);
  }
}

@Injectable()
export class Changes {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(Outbox) private readonly outbox: Outbox,
    @Inject(LivePush) private readonly live: LivePush,
  ) {}

  /** Runs `work` in one transaction; once it has committed, everybody concerned is told. */
  async commit<Result>(work: (change: Change) => Promise<Result>): Promise<Result> {
    const { change, result } = await this.database.transaction(async (tx) => {
      const made = new Change(tx, this.outbox);
      return { change: made, result: await work(made) };
    });
    this.outbox.kick();
    change.announce(this.live);
    return result;
  }
}
