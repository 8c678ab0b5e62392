/** The part of dynalite's API that this project uses, because the package has no types. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface DynaliteOptions {
    /** Milliseconds that a new table stays in the state CREATING. @default 500 */
    createTableMs?: number;
    /** Milliseconds that a table stays in the state DELETING. @default 500 */
    deleteTableMs?: number;
  }
  export default function dynalite(options: DynaliteOptions): Server;
}
