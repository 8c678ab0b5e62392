/** The part of dynalite that this project uses; the package has no types of its own. */
declare module 'dynalite' {
  import type { Server } from 'node:http';

  interface DynaliteOptions {
    /** Milliseconds a new table stays in state CREATING. @default 500 */
    createTableMs?: number;
    /** Milliseconds a table stays in state DELETING. @default 500 */
    deleteTableMs?: number;
  }
  export default function dynalite(options: DynaliteOptions): Server;
}
