import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tryUnshare } from './runner.ts'

/** A Ctrl-C reaches both processes. */
const INTERRUPTED = '#!/bin/sh\nkill -INT $PPID\nkill -INT $$\n'
const PROGRAM = `
  import { listenForStop } from '#server/stop-request.ts'
  import { ${tryUnshare.name} as choose } from '#server/database/embedded/runner.ts'
  const stop = listenForStop()
  await choose('/', '/').catch(() => console.log(stop.aborted ? 'stopped' : 'failed'))
`

test('C27 A Ctrl-C while the user of the database is chosen counts as a stop', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'haulbook-runner-'))
  try {
    await writeFile(path.join(folder, 'unshare'), INTERRUPTED, { mode: 0o755 })
    const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH ?? ''}` }
    const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { env })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await once(child, 'close')
    expect(output).toBe('stopped\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
