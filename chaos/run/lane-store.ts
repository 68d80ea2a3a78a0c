import type { Stored } from '../check/stored.ts';

/** Where a lane keeps its attempts. */
export interface LaneStore {
  databaseUrl: string;
  /** How many processes share it. */
  instances: number;
  /** How long a process that was killed still counts as alive, in milliseconds. */
  leaseMs: number;
  /** How many buyers there are at a time; those of a dead process wait until its lease is over. */
  buyers: number;
  /** How much longer than with SQLite a process waits for its step. */
  patience: number;
  /** Reads it after the last process has ended. */
  read(): Promise<Stored>;
}
