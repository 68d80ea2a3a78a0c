import { parse } from './index.ts';
parse(1);
