/** Declares the little of Express that the contestant uses; the package brings no types. */
declare module 'express' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';

  interface Application {
    disable(setting: string): this;
    use(handler: (request: IncomingMessage, response: ServerResponse) => Promise<void>): this;
    listen(port: number, host: string): Server;
  }

  function express(): Application;
  export = express;
}
