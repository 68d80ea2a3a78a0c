// This file loads if the page asks for the buyer's details.
export { fieldsFor } from '../fields/buyer-fields.ts';
export { buyerTexts } from '../locales/buyer-texts.ts';
