/** What the table's process tells its parent: where it listens, and whether it had to make the table; or why it ends. */
export type TableMessage = { readonly port: number; readonly made: boolean } | { readonly reason: string };
