/** What this project uses of a virtual user's context; Artillery owns the object. */
export interface UserContext {
  vars: Record<string, unknown>;
}

/** Callback of a `whileTrue` function. */
export type Continue = (again: boolean) => void;
