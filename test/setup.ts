/** Runs before every test file. */
import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { removeFolders } from './support/new-folder.ts';

// A property that a draw breaks fails in every run, or in none.
fc.configureGlobal({ seed: 2026 });

// Hooks run last to first: this one comes after those of the file.
afterAll(removeFolders);
// Files may share a process.
afterAll(() => void vi.restoreAllMocks());
