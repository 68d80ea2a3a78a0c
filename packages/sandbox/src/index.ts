export { testCards } from './three-ds/test-cards.ts';
