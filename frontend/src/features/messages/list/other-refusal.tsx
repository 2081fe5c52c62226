import type { ErrorCode } from '@duet/contracts/plain';
import { errorSentence } from '../../../texts/error-sentence.js';

/** A refusal that has no words of its own. */
export const OtherRefusal = ({ code }: { code: ErrorCode }): string => errorSentence(code);
