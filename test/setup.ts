/** Runs before every test file. */
import fc from 'fast-check';
import { afterAll, vi } from 'vitest';
import { removeFolders } from './support/new-folder.ts';

// The seed is fixed, so that a property fails in every run or in none.
fc.configureGlobal({ seed: 2026 });

// Hooks run in reverse order, so this hook runs after the hooks of the test file.
afterAll(removeFolders);
// Files may share a process, so mocks must be restored.
afterAll(() => void vi.restoreAllMocks());
