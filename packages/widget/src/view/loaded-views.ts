import type { CheckoutView } from './checkout-view-model.ts';

/** What renders pictures, and whatever the first frame doesn't show. */
type LoadedViews = typeof import('./fields-after-first-frame.ts') &
  typeof import('./payment-view.ts') &
  Pick<typeof import('../fields/card-pictures.ts'), 'pictures'>;

/** Everything that the form shows while code is still loading. */
export interface LoadingView extends CheckoutView {
  /** Code loaded after the first frame. */
  loaded: LoadedViews | undefined;
}
