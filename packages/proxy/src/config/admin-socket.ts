import { dirname, join } from 'node:path';
import type { z } from 'zod';
import { Environment } from './environment.ts';
import { addIssues, errorOf, type Faults } from './faults.ts';
import { withSecretFiles } from './secret-files.ts';

const AdminSocket = Environment.pick({ ADMIN_SOCKET: true, DATABASE_URL: true });

/** Returns where a running proxy answers the operator's commands. Throws `ConfigFaults`. */
export function readAdminSocket(
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { ADMIN_SOCKET, DATABASE_URL, DATABASE_URL_FILE } = env;
  const given = ADMIN_SOCKET ? { ADMIN_SOCKET } : { DATABASE_URL, DATABASE_URL_FILE };
  const faults: Faults = new Map();
  const { data, error } = AdminSocket.safeParse(withSecretFiles(given, faults));
  addIssues(faults, error);
  if (!data || faults.size > 0) throw errorOf(faults);
  return adminSocketOf(data);
}

export function adminSocketOf({
  ADMIN_SOCKET: given,
  DATABASE_URL: url,
}: z.output<typeof AdminSocket>): string | undefined {
  if (given !== undefined) return given === 'off' ? undefined : given;
  const isFile = url.startsWith('sqlite:') && url !== 'sqlite::memory:';
  return isFile ? join(dirname(url.slice('sqlite:'.length)), 'admin.sock') : undefined;
}
