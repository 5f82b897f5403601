/** Prints a line for each part of the tests as it ends, and keeps what failed for the end of the run. */
import path from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { CoverageTest } from './coverage.ts'

const ROOT = path.join(import.meta.dirname, '../..')

type Part = { started: number; passed: number; failed: number; skipped: number }
/** What `scripts/test.ts` reads from the file at PARTS. */
export type TestResults = {
  passed: number
  failed: number
  failures: string[]
  tests: CoverageTest[]
}

const parts = new Map<string, Part>()
const results: TestResults = { passed: 0, failed: 0, failures: [], tests: [] }
let running: string | undefined

export const reporter: Reporter = {
  onTestModuleStart: (module) => startPart(module.project.name),
  onTestModuleEnd: countModule,
  async onTestRunEnd(_modules, errors, reason) {
    endPart()
    for (const error of errors) fail(`outside a test: ${error.stack ?? error.message}`)
    if (reason === 'interrupted') fail('The run was interrupted')
    const { writeFile } = await import('node:fs/promises')
    if (process.env.PARTS) await writeFile(process.env.PARTS, JSON.stringify(results))
  },
}

/** The parts run one after the other. */
function startPart(name: string): void {
  if (running === name) return
  endPart()
  running = name
  parts.set(name, { started: Date.now(), passed: 0, failed: 0, skipped: 0 })
}

function endPart(): void {
  const part = running === undefined ? undefined : parts.get(running)
  if (!part) return
  const seconds = ((Date.now() - part.started) / 1000).toFixed(1)
  const skipped = part.skipped ? `, ${part.skipped} skipped` : ''
  process.stdout.write(
    `${part.failed ? 'FAILED' : 'ok    '} ${running} tests, ${part.passed} passed${skipped}, ${part.failed} failed, ${seconds} s\n`,
  )
  running = undefined
}

function countModule(module: TestModule): void {
  const file = path.relative(ROOT, module.moduleId)
  for (const error of module.errors())
    countFailure(module, `${file}: ${error.stack ?? error.message}`)
  for (const test of module.children.allTests()) countTest(module, file, test)
}

function countTest(module: TestModule, file: string, test: TestCase): void {
  const part = parts.get(module.project.name)
  const { state, errors = [] } = test.result()
  if (state === 'passed') {
    results.passed++
    if (part) part.passed++
    results.tests.push({ file: module.moduleId, name: test.fullName, passed: true })
  } else if (state === 'skipped') {
    if (part) part.skipped++
  } else {
    const reasons = errors
      .map(({ stack, message, diff = '' }) => `${stack ?? message}\n${diff}`)
      .join('\n')
    countFailure(module, `${file} > ${test.fullName}\n${reasons}`)
  }
}

function countFailure(module: TestModule, text: string): void {
  const part = parts.get(module.project.name)
  if (part) part.failed++
  fail(text)
  process.stdout.write(`FAILED ${text.split('\n')[0]}\n`)
}

function fail(text: string): void {
  results.failed++
  results.failures.push(text)
}
