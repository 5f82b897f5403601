/** The statements that all test files of a run sent. They are checked once, after the last file. */
import { appendFile, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import type { Watched } from './statement-watch.ts'

/** What this worker has written. Most files send the same statements. */
const written = new Set<string>()

export async function recordStatements(watched: Watched): Promise<void> {
  const lines = [...watched]
    .flatMap(([text, senders]) => [...senders].map((sender) => JSON.stringify([text, sender])))
    .filter((line) => !written.has(line))
  for (const line of lines) written.add(line)
  const file = path.join(inject('recordedStatements'), String(process.pid))
  await appendFile(file, lines.map((line) => `${line}\n`).join(''))
}

export async function readRecorded(): Promise<Watched> {
  const folder = inject('recordedStatements')
  const watched: Watched = new Map()
  for (const name of await readdir(folder)) {
    const lines = (await readFile(path.join(folder, name), 'utf8')).split('\n').filter(Boolean)
    for (const line of lines) {
      const [text, sender] = JSON.parse(line) as [string, string]
      watched.set(text, (watched.get(text) ?? new Set()).add(sender))
    }
  }
  return watched
}
