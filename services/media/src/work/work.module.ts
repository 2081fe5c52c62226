import { Global, Module } from '@nestjs/common';
import { HeavyWork } from './heavy-work.js';

/** One limit of heavy work for the whole process. */
@Global()
@Module({ providers: [HeavyWork], exports: [HeavyWork] })
export class WorkModule {}
