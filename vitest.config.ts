import { defineConfig } from 'vitest/config'

const everywhere = {
  globalSetup: 'scripts/test-database.ts',
  setupFiles: 'scripts/fail-on-console-error.ts',
  testTimeout: 30_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...everywhere,
          name: 'unit',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...everywhere,
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
