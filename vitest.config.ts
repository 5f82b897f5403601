import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/tests/longest-first.ts'

const database = 'scripts/tests/database.ts'
const setupFiles = 'scripts/tests/fail-on-console-error.ts'

const files = globSync(['src/**/*.test.ts', 'scripts/**/*.test.ts'], { cwd: import.meta.dirname })
const alone = files.filter((file) =>
  /^vi\.mock\(|^\/\*\* Runs alone: /m.test(
    readFileSync(path.join(import.meta.dirname, file), 'utf8'),
  ),
)
const sharing = files.filter((file) => !alone.includes(file))

/** A poll waits for a fact, like the other steps of a test: on a busy machine the default second is too short. */
const POLLS = { poll: { timeout: 20_000 } }

const unit = {
  globalSetup: database,
  setupFiles: [setupFiles, 'scripts/tests/record-zone-readers.ts'],
  execArgv: ['--import', path.join(import.meta.dirname, 'scripts/tests/watch-zone.ts')],
  // They end a test that hangs. A busy machine takes ten times as long as an idle one.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: POLLS,
  maxWorkers: 2,
}

export default defineConfig({
  test: {
    // A test that was singled out while working on it must not hide the others.
    allowOnly: !process.env.CI,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Files of a worker share the imported modules: importing the server takes longer than most files.
      {
        test: {
          ...unit,
          name: 'unit',
          include: sharing,
          isolate: false,
        },
      },
      // A replaced module would stay replaced in the next file, and a loaded one loaded.
      { test: { ...unit, name: 'mocks', include: alone } },
      {
        plugins: [react()],
        test: {
          name: 'components',
          include: ['src/web/**/*.test.tsx'],
          environment: 'happy-dom',
          isolate: false,
          globalSetup: [database, 'scripts/tests/server.ts'],
          setupFiles: [setupFiles, 'src/web/testing/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          // Files of a worker share the browser.
          isolate: false,
          globalSetup: ['e2e/built-web.ts', database],
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: POLLS,
          // A browser waits half of the time: two side by side keep two cores busy.
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['faults/**/*.test.ts'],
          setupFiles,
          testTimeout: 900_000,
          hookTimeout: 60_000,
          // Each starves or kills a whole program: side by side they would disturb each other.
          fileParallelism: false,
        },
      },
    ],
  },
})
