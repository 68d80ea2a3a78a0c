/** One way to pay an order in installments. Rates are percentages: 1.99 means 1,99%. */
export interface InstallmentPlan {
  /** The number of installments, from 1 to the offer's `max`; unique within the offer. */
  count: number;
  /** One installment in centavos; the first one may include the remainder. */
  amount: number;
  /** What is charged: the sum of all installments, in centavos. */
  total: number;
  /** The monthly rate. All three rates are required if `total` exceeds the order's amount (CDC art. 52 and 54-B). */
  monthlyRate?: number | undefined;
  /** The effective annual rate. */
  annualRate?: number | undefined;
  /** The annual `custo efetivo total`: interest, taxes and fees (CDC art. 54-B). */
  cet?: number | undefined;
  /** The lender (CDC art. 54-B). */
  agent?: string | undefined;
}
