/** A job to queue. */
export interface NewJob<Payload> {
  key: string;
  payload: Payload;
  /** The subject of `cancelSubject`. */
  subject?: string;
  /** The earliest start; now by default. */
  due?: Date;
}

/** A job that this worker has claimed. */
export interface Job<Payload> {
  key: string;
  subject: string | null;
  payload: Payload;
  /** The number of this attempt, from 1. */
  attempts: number;
  lease: string;
  createdAt: Date;
}
