import { monitorEventLoopDelay } from 'node:perf_hooks';
import v8 from 'node:v8';

const measureEveryMs = 1000;
const resolutionMs = 10;
const maxShareOfMemory = 0.9;

/**
 * Measures the process every second, until `stop`: is the event loop late, or memory nearly full? Counts
 * what the process uses. What the allocator keeps for later isn't used, and would refuse payments long
 * after a flood. Opens no file: there may be no free descriptor.
 */
export class Overload {
  readonly #maxDelayMs: number;
  readonly #delays = monitorEventLoopDelay({ resolution: resolutionMs });
  readonly #timer: NodeJS.Timeout;
  /** The container's limit (cgroup), or a huge number. */
  readonly #maxMemory = maxShareOfMemory * process.constrainedMemory();
  #isOn = false;

  /** `maxDelayMs` is the event loop's average delay in that second; 0 allows any. */
  constructor(maxDelayMs: number) {
    this.#maxDelayMs = maxDelayMs;
    this.#delays.enable();
    this.#timer = setInterval(() => this.#measure(), measureEveryMs).unref();
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delays.disable();
  }

  #measure(): void {
    const { used_heap_size: heap, heap_size_limit: maxHeap, ...others } = v8.getHeapStatistics();
    const used = heap + others.external_memory;
    const isFull = heap > maxShareOfMemory * maxHeap || used > this.#maxMemory;
    // Without a single sample the mean is NaN.
    const isInTime = this.#delays.mean / 1e6 - resolutionMs <= this.#maxDelayMs;
    this.#delays.reset();
    this.#isOn = isFull || (this.#maxDelayMs > 0 && !isInTime);
  }
}
