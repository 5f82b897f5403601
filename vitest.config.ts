import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/tests/longest-first.ts'

const UNIT = ['src/**/*.test.ts', 'scripts/**/*.test.ts']
const FAULTS = '{src,scripts}/**/*.faults.test.ts'
const CLUSTER = 'src/**/*.cluster.test.ts'
const LONG = '{src,scripts}/**/*.long.test.ts'
const LONG_BROWSER = 'e2e/**/*.long.test.ts'
const LAST = 'src/**/*.last.test.ts'
/** Reads the days of the browser or of the server, so it must be right in every time zone. */
const DAYS = [
  'src/{core,web}/**/*.test.ts',
  'src/server/{clock-ahead,entities/records,dashboard/dashboard}.test.ts',
]

const files = globSync(UNIT, { cwd: import.meta.dirname })
const alone = select(/^vi\.mock\(|^\/\*\* Runs alone: /m)
const histories = select(/testing\/long\.ts'/)

const setupFiles = 'scripts/tests/fail-on-console-error.ts'
const LOS_ANGELES = { TZ: 'America/Los_Angeles' }
const AUCKLAND = { TZ: 'Pacific/Auckland' }
const NEW_YORK = { TZ: 'America/New_York' }

/** A poll waits for a fact, like the other steps of a test: on a busy machine the default second is too short. */
const shared = {
  setupFiles,
  expect: { poll: { timeout: 60_000 } },
  // They end a test that hangs. A busy machine takes ten times as long as an idle one.
  testTimeout: 120_000,
  hookTimeout: 240_000,
  maxWorkers: 2,
}

const unit = {
  ...shared,
  setupFiles: [setupFiles, 'scripts/tests/seed.ts'],
  execArgv: ['--import', path.join(import.meta.dirname, 'scripts/tests/watch-zone.ts')],
  env: LOS_ANGELES,
  // Files of a worker share the imported modules: importing the server takes longer than most files.
  isolate: false,
  exclude: [FAULTS, CLUSTER, LONG, LAST, ...alone],
  include: UNIT,
}

const browser = {
  ...shared,
  // Files of a worker share the browser. A browser waits half of the time: two keep two cores busy.
  ...{ env: NEW_YORK, isolate: false },
  include: ['e2e/**/*.test.ts'],
  globalSetup: 'e2e/built-web.ts',
}

/** Projects with a larger number run later. */
const inTurn = (groupOrder: number) => ({ sequencer: LongestFirst, groupOrder })

export default defineConfig({
  test: {
    globalSetup: 'scripts/tests/database.ts',
    // A test that was singled out while working on it must not hide the others.
    allowOnly: !process.env.CI,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...unit, name: 'unit', sequence: inTurn(1) } },
      // A replaced module would stay replaced in the next file, and a loaded one loaded.
      {
        test: {
          ...unit,
          ...{ name: 'mocks', sequence: inTurn(2), isolate: true },
          ...{ include: alone, exclude: [FAULTS, CLUSTER, LONG, LAST] },
        },
      },
      {
        test: { ...unit, name: 'second zone', env: AUCKLAND, sequence: inTurn(3), include: DAYS },
      },
      {
        plugins: [react()],
        // node_modules may be a link to another folder.
        server: { fs: { strict: false } },
        test: {
          ...shared,
          ...{ name: 'components', sequence: inTurn(4), env: NEW_YORK, isolate: false },
          include: ['src/web/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: [setupFiles, 'src/web/testing/setup.ts'],
        },
      },
      // Checks what the tests before it recorded.
      {
        test: {
          ...unit,
          ...{ name: 'statements', sequence: inTurn(5), include: [LAST], exclude: [] },
        },
      },
      { test: { ...browser, name: 'browser', sequence: inTurn(6), exclude: [LONG_BROWSER] } },
      // Of npm run test:long.
      {
        test: {
          ...unit,
          ...{ name: 'long', sequence: inTurn(7), include: [...histories, LONG] },
          ...{ exclude: [], testTimeout: 20 * 60_000 },
        },
      },
      {
        test: { ...unit, name: 'everywhere', env: AUCKLAND, sequence: inTurn(8) },
      },
      {
        test: { ...browser, name: 'long browser', sequence: inTurn(9), include: [LONG_BROWSER] },
      },
      // Of npm run test:faults.
      {
        test: {
          ...{ name: 'faults', include: ['faults/**/*.test.ts', FAULTS], setupFiles },
          ...{ testTimeout: 900_000, hookTimeout: 60_000, sequence: inTurn(10) },
          // Each starves or kills a whole program: side by side they would disturb each other.
          fileParallelism: false,
        },
      },
      // Of npm run test:cluster.
      {
        test: {
          ...unit,
          ...{ name: 'cluster', include: [CLUSTER], exclude: [], sequence: inTurn(11) },
          ...{ fileParallelism: false, testTimeout: 900_000 },
        },
      },
    ],
  },
})

function select(text: RegExp): string[] {
  return files.filter((file) =>
    text.test(readFileSync(path.join(import.meta.dirname, file), 'utf8')),
  )
}
