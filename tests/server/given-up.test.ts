import { testGivingUp } from './support/given-up.ts';

testGivingUp();
