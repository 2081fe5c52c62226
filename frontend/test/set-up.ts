import { LIMITS } from '@duet/contracts/plain';
import { ASSERTION_TIMEOUT } from '@duet/infra/test-timeouts';
import { configure } from '@testing-library/dom';

configure({ asyncUtilTimeout: ASSERTION_TIMEOUT });

// A click on a busy machine may take longer than a toast lasts.
Object.assign(LIMITS, { toastSuccess: ASSERTION_TIMEOUT, toastLong: ASSERTION_TIMEOUT });
