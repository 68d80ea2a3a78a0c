import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place, Program } from '../server-process.ts';

/** Writes a configuration of one worker and kept-alive connections, and says how to run it. */
export function nginxProgram({ port, upstreamUrl, folder }: Place): Program {
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(port, new URL(upstreamUrl).host, folder));
  return { command: 'nginx', args: ['-c', file, '-p', folder, '-e', 'stderr'], env: {} };
}

/** Has no master beside its worker, so that one process has all the memory that there is. */
function configuration(port: number, upstream: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 1000000000;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  upstream payments {
    server ${upstream};
    keepalive 64;
    keepalive_requests 1000000000;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://payments;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`;
}
