/** Runs before every test file. */
import { afterAll, vi } from 'vitest';
import { removeFolders } from './layers/scratch.ts';

// Hooks run last to first: this one comes after those of the file.
afterAll(removeFolders);
// Files may share a process.
afterAll(() => void vi.restoreAllMocks());
