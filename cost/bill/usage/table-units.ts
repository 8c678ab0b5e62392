/**
 * DynamoDB's on-demand request units (Developer Guide, "Capacity unit consumption for read and write operations").
 * A fresh question of the result cache is one conditional PutItem without a look-up before it, a repeat one GetItem.
 */

/** What DynamoDB takes in one item. */
export const MAX_ITEM_BYTES = 400 * 1024;

/** Of a write, conditional or not: one for each KB of the item, or part of it. */
export function writeUnits(itemBytes: number): number {
  return Math.max(1, Math.ceil(itemBytes / 1024));
}

/** Of an eventually consistent read: half a unit for each 4 KB of the item, or part of them. */
export function readUnits(itemBytes: number): number {
  return Math.max(1, Math.ceil(itemBytes / 4096)) / 2;
}
