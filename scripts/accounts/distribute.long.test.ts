import { spawn } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { byAppRole } from '#server/testing/database-names.ts'
import { citusDatabase } from '#server/testing/citus-double/citus-database.ts'
import { freshDatabase } from '#server/testing/test-database.ts'

type CommandResult = { code: number; output: string; errors: string }

/** Runs the command as an operator would. */
function run(options: string[], settings: Record<string, string>): Promise<CommandResult> {
  const { DATABASE_URL: _, DATABASE_OWNER_URL: __, ...rest } = process.env
  const script = path.join(import.meta.dirname, 'distribute.ts')
  const child = spawn(process.execPath, [script, ...options], { env: { ...rest, ...settings } })
  const ended = { code: 1, output: '', errors: '' }
  child.stdout.on('data', (chunk: Buffer) => (ended.output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (ended.errors += chunk.toString()))
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ ...ended, code: code ?? 1 })),
  )
}

test('C263 The command prints its help, and rejects an unknown option', async () => {
  const help = await run(['--help'], {})
  expect(help).toMatchObject({ code: 0, errors: '' })
  expect(help.output).toMatch(/^npm run distribute +distributes the tables/)
  const wrong = await run(['--chekc'], {})
  expect(wrong).toMatchObject({ code: 2, output: '' })
  expect(wrong.errors).toContain(`Unknown option: --chekc\n\n${help.output}`)
})

test('C263 Without DATABASE_URL, and without Citus, it explains what to do', async () => {
  const embedded = await run([], {})
  expect(embedded).toMatchObject({ code: 1, output: '' })
  expect(embedded.errors).toMatch(/^Set DATABASE_URL to the coordinator.*\n$/)
  const plain = await run([], { DATABASE_URL: await freshDatabase() })
  expect(plain).toEqual({
    code: 1,
    output: '',
    errors:
      '\nMissing:\n  The database has no Citus extension.\n    create extension citus;\n\nSomething is missing. Nothing was distributed.\n',
  })
})

test('C266 A cluster is checked and distributed, and a second distribution changes nothing', async () => {
  const { connection } = await citusDatabase()
  const settings = { DATABASE_URL: byAppRole(connection), DATABASE_OWNER_URL: connection }
  const before = await run(['--check'], settings)
  expect(before).toMatchObject({ code: 1, errors: '' })
  expect(before.output).toContain('Ready to distribute.\n')
  const first = await run([], settings)
  expect(first).toMatchObject({ code: 0, errors: '' })
  expect(first.output).toMatch(/^\d\d tables distributed by account\n/)
  const after = await run(['--check'], settings)
  expect(after).toMatchObject({ code: 0, errors: '' })
  expect(after.output).toMatch(/Nothing is missing\.\n$/)
  expect(await run([], settings)).toEqual({
    code: 0,
    output: 'All tables are already distributed. Nothing was changed.\n',
    errors: '',
  })
})
