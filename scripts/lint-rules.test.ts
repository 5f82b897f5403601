/** Checks that each rule of eslint.config.js reports the code it forbids, with the reason, and nothing else. */
import path from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')
const eslint = new ESLint({ cwd: ROOT })

const REPORTED: [file: string, line: string, reason: string][] = [
  // Import paths and layers.
  ['src/core/entities/loads.ts', "import '../money.ts'", 'Import files of the same folder as'],
  ['src/server/app.ts', "import './settings/../requests.ts'", 'Import files of the same folder as'],
  ['e2e/loads.test.ts', "import '../src/core/money.ts'", 'Import files of the same folder as'],
  ['scripts/demo.ts', "import '../src/core/money.ts'", 'Import files of the same folder as'],
  ['src/core/money.ts', "import '#server/app.ts'", 'Core imports only core and zod'],
  ['src/core/money.ts', "import '#web/routes.tsx'", 'Core imports only core and zod'],
  ['src/core/money.ts', "import 'node:crypto'", 'Core imports only core and zod'],
  ['src/core/money.ts', "import 'zod-to-json-schema'", 'Core imports only core and zod'],
  ['src/core/money.test.ts', "import 'kysely'", 'Core imports only core and zod'],
  ['src/server/app.ts', "import '#web/routes.tsx'", 'The server does not import the web'],
  [
    'src/server/entities/store.ts',
    "import '#web/api/client.ts'",
    'The server does not import the web',
  ],
  ['src/web/routes.tsx', "import '#server/app.ts'", 'The web imports nothing of the server'],
  ['src/web/loads/a.ts', "import type { App } from '#server/app.ts'", 'The web imports nothing'],
  ['src/web/api/client.ts', "import '#server/app.ts'", 'The web imports nothing of the server'],

  // Borders of features.
  ['src/web/accounts/a.ts', "import '#web/dashboard/a.ts'", 'A feature imports'],
  ['src/web/settlements/a.ts', "import '#web/loads/loads-page.tsx'", 'A feature imports'],
  ['src/server/settlements/a.ts', "import '#server/invoices/list.ts'", 'A feature imports'],
  ['src/server/documents/a.ts', "import '#server/entities/store.ts'", 'A feature imports'],
  ['src/web/records/list/a.ts', "import '#web/loads/a.ts'", 'A feature imports'],
  ['src/web/ui/a.ts', "import '#web/api/client.ts'", 'A feature imports'],
  ['src/web/ui/a.ts', "import '#web/records/list/cell.tsx'", 'A feature imports'],
  ['src/web/api/client.ts', "import '#web/records/list/cell.tsx'", 'A feature imports'],
  ['src/server/settings/a.ts', "import '#server/entities/routes.ts'", 'A feature imports'],
  ['src/server/dashboard/a.ts', "import '#server/app.ts'", 'A feature imports'],
  ['src/server/dashboard/a.ts', "import '#server/retention.ts'", 'A feature imports'],
  ['src/server/lists/a.ts', "import '#server/entities/routes.ts'", 'A feature imports'],
  ['src/server/lists/a.ts', "import '#server/settings/company.ts'", 'A feature imports'],
  ['src/server/database/a.ts', "import '#server/lists/a.ts'", 'A feature imports'],
  ['src/server/statements/pdf/a.ts', "import '#server/entities/routes.ts'", 'A feature imports'],

  // A locator that is awaited.
  ['e2e/a.test.ts', "await findToast(page, 'Saved')", 'A locator waits for nothing'],
  ['e2e/a.test.ts', "await page.getByText('Saved').first()", 'A locator waits for nothing'],

  // A wait that ends after a second.
  ['src/server/a.test.ts', 'await vi.waitFor(() => expect(made).toBe(1))', 'use expect.poll'],
  ['src/web/a.test.tsx', 'await vi.waitUntil(() => made)', 'use expect.poll'],

  // Imports that are allowed in one place only.
  ['src/server/entities/a.ts', "import pg from 'pg'", 'Only server/database opens a connection'],
  ['src/server/app.ts', "import pg from 'pg'", 'Only server/database opens a connection'],
  ['src/server/statements/file.ts', "import 'pdfkit'", 'Only server/statements/pdf'],
  ['src/server/app.ts', "import 'fontkit'", 'Only server/statements/pdf'],
  ['src/server/app.ts', "import '#server/testing/test-app.ts'", 'testing/ is for tests'],
  ['src/server/app.ts', "import './testing/test-app.ts'", 'testing/ is for tests'],
  [
    'src/server/database/open.ts',
    'export const home = process.env.HOME',
    'Only main.ts, run.ts and config',
  ],
  [
    'src/server/app.ts',
    'export const on = globalThis.process',
    'Only main.ts, run.ts and config.ts',
  ],
  [
    'src/server/app.ts',
    "import 'node:process'",
    'Only main.ts, run.ts and config.ts read the process',
  ],
  ['src/web/loads/a.ts', "void fetch('/api/loads')", 'Only web/api/client.ts calls the server'],
  [
    'src/web/api/queries.ts',
    "void window.fetch('/api')",
    'Only web/api/client.ts calls the server',
  ],
  ['src/web/loads/a.ts', "void new WebSocket('/')", 'Only web/api/client.ts calls the server'],

  // Core is pure.
  ['src/core/calendar.ts', 'export const now = new Date()', 'Core has no clock'],
  ['src/core/calendar.ts', 'export const now = Date.now()', 'Core has no clock'],
  ['src/core/calendar.ts', 'export const now = new globalThis.Date()', 'Core has no clock'],
  ['src/core/money.ts', 'export const cents = Math.random()', 'Core is pure: pass random numbers'],

  // Style.
  ['src/core/money.ts', 'export default 1', 'Use a named export'],
  ['src/web/routes.tsx', 'const a = 1\nexport { a as default }', 'Use a named export'],
  ['e2e/app.ts', 'export default 1', 'Use a named export'],
  ['src/core/api.ts', "export * from './money.ts'", 'No barrels'],
  ['src/web/ui/a.ts', "export * as ui from './button.tsx'", 'No barrels'],
  ['src/server/entities/store.ts', 'export class Store {}', 'No classes except errors'],
  ['src/core/money.ts', 'export const sum = { ...{ a: 1 }, b: 2 }', 'Write the properties without'],
  ['src/server/app.ts', "console.log('here')", 'Unexpected console statement'],
  ['src/web/ui/a.ts', "console.error('here')", 'Unexpected console statement'],
  ['src/core/money.ts', 'export const a: any = 1', 'Unexpected any'],
  ['src/core/money.ts', 'export const a = (b?: string) => b!', 'Forbidden non-null assertion'],
  ['src/core/money.ts', 'export interface A { a: 1 }', 'Use a `type` instead of an `interface`'],
  ['src/core/money.ts', '// @ts-ignore\nexport const a = 1', 'Use "@ts-expect-error" instead'],
  ['src/core/money.ts', '// @ts-nocheck\nexport const a = 1', 'Do not use "@ts-nocheck"'],
  [
    'src/web/loads/a.ts',
    "import { type A } from './b.ts'\nexport type B = A",
    'TypeScript will only remove',
  ],
  ['src/core/money.ts', '// eslint-disable-next-line\nexport const a = 1', 'Unused eslint-disable'],
  ['src/core/money.ts', '// TODO: later\nexport const a = 1', "Unexpected 'todo' comment"],
  ['src/core/money.ts', 'export const a = (b: string) => b == "1"', "Expected '===' and"],
  ['src/core/money.ts', 'export const a = 1\n'.repeat(401), 'File has too many lines (402)'],
  ['src/core/money.ts', branches(20), 'has a complexity of 21. Maximum allowed is 20'],
  ['src/web/ui/a.tsx', 'function A() { if (useA()) useB() }', 'React Hook "useB" is called condit'],
]

const ALLOWED: [file: string, line: string][] = [
  [
    'src/core/entities/loads.ts',
    "import { z } from 'zod'\nimport '#core/fields/fields.ts'\nvoid z",
  ],
  ['src/core/money.ts', "import './calendar.ts'"],
  ['src/core/money.test.ts', "import 'vitest'\nimport 'fast-check'\nvoid new Date()"],
  ['src/server/app.ts', "import './entities/routes.ts'\nimport './settlements/routes.ts'"],
  ['src/server/main.ts', 'void process.env.PORT'],
  ['src/server/config.ts', 'void process.env.PORT'],
  ['src/server/database/open.ts', "import 'pg'"],
  ['src/server/statements/pdf/sheet.ts', "import 'pdfkit'"],
  ['src/server/statements/a.ts', "import '#server/settlements/approval/statement-data.ts'"],
  ['src/server/settlements/run/a.ts', "import '#server/settings/company.ts'"],
  ['src/web/settings/a.ts', "import '#web/deductions/rules-list.tsx'"],
  ['src/web/documents/a.ts', "import '#web/confirmations/stored/read-added.ts'"],
  ['src/server/documents/a.ts', "import '#server/entities/undo/keep.ts'"],
  ['src/server/entities/a.ts', "import '#server/accounts/auth.ts'\nimport '#server/errors.ts'"],
  [
    'src/server/entities/a.ts',
    "import '#server/lists/query/list-query.ts'\nimport '#server/database/open.ts'",
  ],
  ['src/server/entities/a.test.ts', "import '#server/testing/test-app.ts'\nvoid process.pid"],
  ['src/web/routes.tsx', "import '#web/loads/loads-page.tsx'\nimport '#web/shell/gate.tsx'"],
  ['src/web/loads/a.ts', "import '#web/records/list/cell.tsx'\nimport '#web/ui/button.tsx'"],
  ['src/web/loads/a.ts', "import '#web/api/client.ts'\nimport '#web/loads/b.ts'\nimport './b.ts'"],
  ['src/web/api/client.ts', "void fetch('/api')"],
  ['e2e/loads.test.ts', "import '#server/testing/pdf-text.ts'\nvoid process.env.CI"],
  ['vitest.config.ts', 'export default {}'],
]

describe('reported', () => {
  for (const [file, line, reason] of REPORTED) {
    test(`${file}: ${shorten(line)}`, async () => {
      expect(await lint(file, line)).toContainEqual(expect.stringContaining(reason))
    })
  }
})

describe('allowed', () => {
  for (const [file, line] of ALLOWED) {
    test(`${file}: ${shorten(line)}`, async () => {
      expect(await lint(file, line)).toEqual([])
    })
  }
})

async function lint(file: string, text: string): Promise<string[]> {
  const results = await eslint.lintText(`${text}\n`, { filePath: path.join(ROOT, file) })
  return results.flatMap(({ messages }) => messages.map(({ message }) => message))
}

function branches(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => `  if (a === ${index}) return ${index}`)
  return ['export function f(a: number) {', ...lines, '  return a', '}'].join('\n')
}

function shorten(line: string): string {
  return line.replaceAll('\n', '; ').slice(0, 90)
}
