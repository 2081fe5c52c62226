import { Injectable } from '@nestjs/common';

/** Reads the names of the keys that open an account without its password. */
type Reader = (userId: string) => Promise<string[]>;

/**
 * The hook by which the mail about a reset password learns which keys still open the account. A noun that stores such keys
 * subscribes in its constructor. It queues mails itself, so the mails do not import it.
 */
@Injectable()
export class PasswordlessKeys {
  private readonly readers: Reader[] = [];

  subscribe(reader: Reader): void {
    this.readers.push(reader);
  }

  /** The names of all keys, in the order of each reader. */
  async namesOf(userId: string): Promise<string[]> {
    const names = await Promise.all(this.readers.map((read) => read(userId)));
    return names.flat();
  }
}
