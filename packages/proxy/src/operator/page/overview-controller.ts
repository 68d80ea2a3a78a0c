import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { loadOverview, type Overview } from './api.ts';

/** The time between two refreshes of a page that can be seen. */
const refreshMs = 15_000;

/** Keeps the lists of the page fresh while it can be seen. */
export class OverviewController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The latest lists; absent before the first answer. */
  overview: Overview | undefined;
  /** When the lists were loaded. */
  loadedAt: Date | undefined;
  /** Why the latest refresh failed. */
  fault: string | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    document.addEventListener('visibilitychange', this.#onVisibility);
    void this.refresh();
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    clearTimeout(this.#timer);
  }

  /** Loads the lists now, and again after a while. */
  async refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#refreshIfSeen(), refreshMs);
    const answer = await loadOverview();
    if ('value' in answer) {
      this.overview = answer.value;
      this.loadedAt = new Date();
    }
    this.fault = 'fault' in answer ? answer.fault : undefined;
    this.#host.requestUpdate();
  }

  readonly #onVisibility = (): void => void this.#refreshIfSeen();

  async #refreshIfSeen(): Promise<void> {
    if (document.visibilityState === 'visible') await this.refresh();
  }
}
