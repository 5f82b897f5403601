import { expect, test } from 'vitest'
import { openProgress } from './progress.ts'

/** The lines of a start that reports often, without the seconds. */
function openLines(hintAfterMs: number) {
  const lines: string[] = []
  const write = (line: string) => void lines.push(line.replace(/\(\d+ s\)/, '(n s)'))
  return { lines, progress: openProgress(write, { everyMs: 5, hintAfterMs }) }
}

test('C490 A start says every few seconds what it waits for, and the hint of each step once', async () => {
  const { lines, progress } = openLines(0)
  progress.waitFor('the files', 'Be patient.')
  await expect.poll(() => lines.length).toBeGreaterThan(2)
  progress.waitFor('the database', 'Check DATABASE_URL.')
  await expect
    .poll(() => lines.at(-1))
    .toBe('Haulbook is starting (n s): waiting for the database.')
  progress.stop()
  const files = 'Haulbook is starting (n s): waiting for the files.'
  expect(lines.slice(0, 3)).toEqual([`${files} Be patient.`, files, files])
  expect(lines.filter((line) => line.endsWith('Check DATABASE_URL.'))).toHaveLength(1)
})

test('C490 The hint comes only when the start takes long', async () => {
  const { lines, progress } = openLines(60_000)
  progress.waitFor('the files', 'Be patient.')
  await expect.poll(() => lines.length).toBeGreaterThan(2)
  progress.stop()
  expect(lines.filter((line) => line.includes('Be patient.'))).toEqual([])
})
