import { ASSERTION_TIMEOUT } from '@duet/infra/test-timeouts';
import { configure } from '@testing-library/dom';

configure({ asyncUtilTimeout: ASSERTION_TIMEOUT });
