import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { loadOverview, type Overview } from './api.ts';

const refreshMs = 15_000;

/** Keeps the page's lists fresh while the page is visible. */
export class OverviewController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Absent before the first answer. */
  overview: Overview | undefined;
  loadedAt: Date | undefined;
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
