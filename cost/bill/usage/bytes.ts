/** AWS's gigabyte, in which storage, logs and egress are metered. */
export const GIGABYTE = 2 ** 30;
