import { z } from 'zod';

const text = (max: number) => z.string().max(max);

/** Is a postal address; every member is optional, because each issuer asks for others. */
export const Address = z.strictObject({
  street: text(120).optional(),
  number: text(20).optional(),
  complement: text(60).optional(),
  district: text(60).optional(),
  city: text(60).optional(),
  /** Two letters, e.g. `SP`. */
  state: text(2).optional(),
  /** CEP, eight digits. */
  zipCode: text(9).optional(),
  /** ISO 3166-1 alpha-2, e.g. `BR`. */
  country: text(2).optional(),
});
export type Address = z.infer<typeof Address>;

/** Is what a merchant may know about the buyer beside the document that the buyer types. */
export const PayerDetails = z.strictObject({
  name: text(120).optional(),
  email: text(254).optional(),
  phone: text(20).optional(),
  address: Address.optional(),
});
export type PayerDetails = z.infer<typeof PayerDetails>;
