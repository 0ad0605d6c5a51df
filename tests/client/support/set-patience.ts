/** Before each file: what Testing Library waits for. */
import { configure } from '@testing-library/dom';
import { PATIENCE_MS } from '../../support/patience.ts';

configure({ asyncUtilTimeout: PATIENCE_MS });
