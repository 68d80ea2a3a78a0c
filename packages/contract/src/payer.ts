/** A postal address; every member is optional, because each issuer asks for others. */
export interface Address {
  street?: string | undefined;
  number?: string | undefined;
  complement?: string | undefined;
  district?: string | undefined;
  city?: string | undefined;
  /** Two letters, e.g. `SP`. */
  state?: string | undefined;
  /** CEP, eight digits. */
  zipCode?: string | undefined;
  /** ISO 3166-1 alpha-2, e.g. `BR`. */
  country?: string | undefined;
}

/** What a merchant may know about the buyer beside the document that the buyer types. */
export interface PayerDetails {
  name?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  address?: Address | undefined;
}
